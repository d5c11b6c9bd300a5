// The constructor of a tool, which is a proxy of ours.
// Source: the well-known way through constructors.
return tools.geo.getCity.constructor("return process.version")()
