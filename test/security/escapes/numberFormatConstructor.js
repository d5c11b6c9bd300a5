// The constructor of a bound function of Intl.
// Source: the well-known way through constructors.
return new Intl.NumberFormat().format.constructor("return process.version")()
