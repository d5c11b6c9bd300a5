// import() hidden in text that is compiled.
// Source: the well-known way through constructors.
return await (async () => {}).constructor("return (await import('node:process')).version")()
