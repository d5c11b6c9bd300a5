// The constructor of an async generator function.
// Source: the well-known way through constructors.
return (await (async function* () {}).constructor("return process.version")().next()).value
