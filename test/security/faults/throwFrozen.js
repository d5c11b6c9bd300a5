// A frozen error is thrown.
// Expect: script_error
throw Object.freeze(new Error("frozen"));
