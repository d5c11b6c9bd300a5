// An error with a stack of 50 MB.
// Expect: script_error
const error = new Error("x");
error.stack = "x".repeat(5e7);
throw error;
