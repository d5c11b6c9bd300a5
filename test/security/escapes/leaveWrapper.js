// Text that closes the function around it.
// Source: SES and vm wrappers: text that is not one function.
// Canary: none, since its text closes the sandbox's own wrapper only.
}); globalThis.left = typeof process; (async function () { return globalThis.left === "object" ? "OUT" : "nothing"
