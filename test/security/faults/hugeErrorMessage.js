// An error with a message of 50 MB.
// Expect: script_error
throw new Error("x".repeat(5e7));
