// The constructor of the error that URL throws.
// Source: vm2, GHSA-whpj-8f3w-67p5 (errors of the outer realm).
try { new URL("no") } catch (error) { return error.constructor.constructor("return process.version")() }
