// A proxy whose traps throw is thrown.
// Expect: script_error
throw new Proxy({}, { get() { throw new Error("trap") }, getPrototypeOf() { throw new Error("trap") } });
