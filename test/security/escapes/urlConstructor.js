// The constructor of URL, which is lent by the runtime.
// Source: the well-known way through constructors.
return URL.constructor("return process.version")()
