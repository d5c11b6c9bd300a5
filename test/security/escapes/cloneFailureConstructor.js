// The constructor of the DOMException that structuredClone throws.
// Source: vm2, GHSA-whpj-8f3w-67p5 (errors of the outer realm).
try { structuredClone(() => {}) } catch (error) { return error.constructor.constructor("return process.version")() }
