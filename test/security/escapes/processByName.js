// process by its name.
// Source: the well-known way through constructors.
return process.version
