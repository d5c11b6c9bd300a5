// The constructor of the error of a call that failed.
// Source: the well-known way through constructors.
try { await tools.geo.fail({}) } catch (error) { return error.constructor.constructor("return process.version")() }
