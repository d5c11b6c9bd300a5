// The constructor of a generator function.
// Source: the well-known way through constructors.
return (function* () {}).constructor("return process.version")().next().value
