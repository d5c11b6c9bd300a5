// A large stackTraceLimit shows frames of the host.
// Source: the well-known way through constructors.
Error.stackTraceLimit = 1000;
const error = new Error("x");
return /node:|code-mode-guest|file:/.test(error.stack) ? "OUT" : "nothing"
