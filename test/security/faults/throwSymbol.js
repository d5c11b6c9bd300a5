// A symbol is thrown.
// Expect: script_error
throw Symbol("x");
