// The prototype of generator objects leads to GeneratorFunction.
// Source: the well-known way through constructors.
return Object.getPrototypeOf(function* () {}).constructor("return process.version")().next().value
