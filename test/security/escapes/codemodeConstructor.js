// The constructor of codemode.
// Source: the well-known way through constructors.
return codemode.search.constructor("return process.version")()
