// The constructor of the constructor of an object.
// Source: the well-known way through constructors.
return ({}).constructor.constructor("return process.version")()
