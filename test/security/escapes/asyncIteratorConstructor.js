// A built-in async iterator leads to its functions.
// Source: the well-known way through constructors.
return Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype)[Symbol.asyncIterator].constructor("return process.version")()
