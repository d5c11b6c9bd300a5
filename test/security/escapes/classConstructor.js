// The constructor of a class.
// Source: the well-known way through constructors.
return (class {}).constructor("return process.version")()
