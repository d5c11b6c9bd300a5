// The prototype of globalThis is replaced.
// Source: CWE-1321.
globalThis.__proto__ = { process: { version: "mine" } };
return process.version
