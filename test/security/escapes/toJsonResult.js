// toJSON of the result runs while our code serialises it.
// Source: the well-known way through constructors.
return { toJSON() { return (() => {}).constructor("return process.version")() } }
