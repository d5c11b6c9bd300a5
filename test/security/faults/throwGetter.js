// An error whose message throws is thrown.
// Expect: script_error
throw Object.defineProperty(new Error("x"), "message", { get() { throw new Error("again") } });
