// process as a property of globalThis.
// Source: the well-known way through constructors.
return globalThis.process.version
