// The constructor of the promise of a call.
// Source: the well-known way through constructors.
return tools.geo.getCity({}).constructor.constructor("return process.version")()
