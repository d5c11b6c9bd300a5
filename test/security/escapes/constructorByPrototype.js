// Function found as the constructor of a prototype.
// Source: the well-known way through constructors.
return Object.getPrototypeOf(() => {}).constructor("return process.version")()
