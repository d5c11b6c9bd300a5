// Reflect.construct with a function of the language.
// Source: the well-known way through constructors.
return Reflect.construct((() => {}).constructor, ["return process.version"])()
