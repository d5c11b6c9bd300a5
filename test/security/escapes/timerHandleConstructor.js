// The constructor of what setTimeout returns.
// Source: the well-known way through constructors.
return setTimeout(() => {}, 0).constructor.constructor("return process.version")()
