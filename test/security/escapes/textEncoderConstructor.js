// The constructor of TextEncoder, which is lent by the runtime.
// Source: the well-known way through constructors.
return TextEncoder.prototype.encode.constructor("return process.version")()
