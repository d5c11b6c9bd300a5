// The async stack of an error shows functions of ours.
// Source: the well-known way through constructors.
const error = await new Promise((resolve) => setTimeout(() => resolve(new Error("x")), 1));
return /node:|code-mode-guest/.test(error.stack) ? "OUT" : "nothing"
