// The constructor of a function compiles text outside every scope.
// Source: the well-known way through constructors.
return (() => {}).constructor("return process.version")()
