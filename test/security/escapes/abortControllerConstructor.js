// The constructor of AbortController.
// Source: the well-known way through constructors.
return AbortController.constructor("return process.version")()
