// The constructor of an answer of a tool.
// Source: the well-known way through constructors.
return (await tools.geo.getCity({})).constructor.constructor("return process.version")()
