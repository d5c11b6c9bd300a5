// Symbol.hasInstance on a class of ours.
// Source: the well-known way through constructors.
try { Object.defineProperty(ToolError, Symbol.hasInstance, { value: (x) => true }) } catch {}
return ({} instanceof ToolError) ? "OUT" : (() => {}).constructor("return process.version")()
