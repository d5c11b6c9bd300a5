// A rejected async function gives an error of the outer realm to catch.
// Source: vm2, CVE-2023-37466.
const error = new Error();
error.name = Symbol();
const fail = async () => error.stack;
try { await fail() } catch (leaked) { return leaked.constructor.constructor("return process.version")() }
return (() => {}).constructor("return process.version")()
