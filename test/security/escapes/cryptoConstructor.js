// The constructor of crypto, which is lent by the runtime.
// Source: the well-known way through constructors.
return crypto.randomUUID.constructor("return process.version")()
