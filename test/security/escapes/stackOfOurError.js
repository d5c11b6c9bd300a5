// The stack of an error of ours shows its inside.
// Source: the well-known way through constructors.
// Canary: none, since outside the sandbox these errors do not exist.
try { await tools.geo.fail({}) } catch (error) { return /node:|code-mode-guest/.test(error.stack) ? "OUT" : "nothing" }
