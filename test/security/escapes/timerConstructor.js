// The constructor of a timer function.
// Source: the well-known way through constructors.
return setTimeout.constructor("return process.version")()
