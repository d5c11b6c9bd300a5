// The constructor of an async function, which is no global.
// Source: the well-known way through constructors.
return (async () => {}).constructor("return process.version")()
