// A thenable that throws is returned.
// Expect: script_error
return { then() { throw new Error("x") } };
