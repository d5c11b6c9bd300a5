// The global Function.
// Source: the well-known way through constructors.
return Function("return process.version")()
