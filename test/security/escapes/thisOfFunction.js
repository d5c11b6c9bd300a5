// this of a sloppy function is the global object.
// Source: the well-known way through constructors.
// Canary: none, since the canary runs in strict mode.
return (function () { return this })().process.version
