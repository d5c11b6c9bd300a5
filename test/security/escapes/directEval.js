// A direct eval.
// Source: the well-known way through constructors.
return eval("process.version")
