// The constructor of TextDecoder, which is lent by the runtime.
// Source: the well-known way through constructors.
return new TextDecoder().decode.constructor("return process.version")()
