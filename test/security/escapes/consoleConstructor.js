// The constructor of console.
// Source: the well-known way through constructors.
return console.log.constructor("return process.version")()
