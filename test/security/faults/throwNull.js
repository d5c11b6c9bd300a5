// null is thrown.
// Expect: script_error
throw null;
