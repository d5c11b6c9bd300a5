// A sourceURL directive renames the script to a name of ours.
// Source: the well-known way through constructors.
// Canary: none, since there is no such file outside.
//# sourceURL=code-mode-guest
const error = new Error("x");
return /guest.*guest/s.test(error.stack) ? "OUT" : "nothing"
