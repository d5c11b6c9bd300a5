// Symbol.dispose is called at the end of a scope of ours.
// Source: the well-known way through constructors.
const tool = tools.geo.getCity;
return (tool[Symbol.dispose ?? "x"] ?? (() => {})).constructor("return process.version")()
