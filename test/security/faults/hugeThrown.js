// A thrown string of 50 MB.
// Expect: script_error
throw "x".repeat(5e7);
