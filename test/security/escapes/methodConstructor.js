// The constructor of a built-in method.
// Source: the well-known way through constructors.
return [].map.constructor("return process.version")()
