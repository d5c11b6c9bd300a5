// The constructor of what reads resources, and what it inherits from.
// Source: the well-known way through constructors.
return tools.geo.$resources.read.constructor("return process.version")() || tools.geo.$prompts.constructor.constructor("return process.version")()
