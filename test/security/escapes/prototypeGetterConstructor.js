// The constructor of a built-in getter.
// Source: the well-known way through constructors.
return Object.getOwnPropertyDescriptor(Map.prototype, "size").get.constructor("return process.version")()
