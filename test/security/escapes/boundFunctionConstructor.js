// The constructor of a bound function.
// Source: the well-known way through constructors.
return (() => {}).bind().constructor("return process.version")()
