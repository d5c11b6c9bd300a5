// A prepareStackTrace hidden on another Error-like object.
// Source: vm2, CVE-2022-36067 (second fix).
globalThis.Error = { prepareStackTrace: (_, frames) => frames };
const target = {};
try { null.x } catch (error) { target.stack = error.stack }
return typeof target.stack === "object" ? "OUT" : (() => {}).constructor("return process.version")()
