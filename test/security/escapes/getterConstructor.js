// The constructor of a getter found by its descriptor.
// Source: the well-known way through constructors.
return Object.getOwnPropertyDescriptor({ get x() { return 1 } }, "x").get.constructor("return process.version")()
