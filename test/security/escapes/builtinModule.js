// process.getBuiltinModule.
// Source: Node.js documentation of process.getBuiltinModule.
return process.getBuiltinModule("node:process").version
