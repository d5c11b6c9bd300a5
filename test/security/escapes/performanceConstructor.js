// The constructor of performance, which is lent by the runtime.
// Source: the well-known way through constructors.
return performance.now.constructor("return process.version")()
