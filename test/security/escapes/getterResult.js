// A getter of the result runs while our code serialises it.
// Source: the well-known way through constructors.
return { get x() { return (() => {}).constructor("return process.version")() } }
