// The constructor of structuredClone, which is lent by the runtime.
// Source: the well-known way through constructors.
return structuredClone.constructor("return process.version")()
