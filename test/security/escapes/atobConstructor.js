// The constructor of atob, which is lent by the runtime.
// Source: the well-known way through constructors.
return atob.constructor("return process.version")()
