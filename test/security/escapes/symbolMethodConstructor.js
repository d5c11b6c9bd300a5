// The constructor of a method under a symbol.
// Source: the well-known way through constructors.
return [][Symbol.iterator].constructor("return process.version")()
