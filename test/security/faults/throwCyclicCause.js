// An error that causes itself is thrown.
// Expect: script_error
const error = new Error("x");
error.cause = error;
throw error;
