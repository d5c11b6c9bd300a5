// arguments.callee.caller is a function of ours.
// Source: the well-known way through constructors.
// Canary: none, since the canary runs in strict mode.
return (function () { return arguments.callee.caller })().constructor("return process.version")()
