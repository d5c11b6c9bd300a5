// A function is thrown.
// Expect: script_error
throw () => {};
