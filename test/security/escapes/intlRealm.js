// Intl.DateTimeFormat, called as a function, gives an object of the outer realm.
// Source: the well-known way through constructors.
return Intl.DateTimeFormat().formatToParts.constructor("return process.version")()
