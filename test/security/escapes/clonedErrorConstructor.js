// The constructor of a structured clone of an error.
// Source: vm2, GHSA-whpj-8f3w-67p5 (errors of the outer realm).
return structuredClone(new Error("x")).constructor.constructor("return process.version")()
