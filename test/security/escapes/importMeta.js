// import.meta tells a path.
// Source: the well-known way through constructors.
// Canary: none, since it is a syntax error outside a module.
return import.meta.url ? "OUT" : "nothing"
