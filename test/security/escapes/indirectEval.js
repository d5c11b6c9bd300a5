// An indirect eval, in the global scope.
// Source: the well-known way through constructors.
return (0, eval)("process.version")
