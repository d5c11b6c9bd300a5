// The constructor reached from a tag function.
// Source: the well-known way through constructors.
return ((strings) => strings.map.constructor)`x`("return process.version")()
