// The constructor of queueMicrotask, which is lent by the runtime.
// Source: the well-known way through constructors.
return queueMicrotask.constructor("return process.version")()
