// undefined is thrown.
// Expect: script_error
throw undefined;
