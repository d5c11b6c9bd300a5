// The constructor of the object that holds the tools.
// Source: the well-known way through constructors.
return tools.constructor.constructor("return process.version")()
