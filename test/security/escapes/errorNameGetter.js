// Our code formats an error whose name is an object.
// Source: vm2, CVE-2023-29017 and CVE-2023-37466.
const error = new Error("x");
error.name = { toString() { return new (class extends null {})() }, [Symbol.toPrimitive]: (hint) => { throw (() => {}).constructor } };
try { throw error } catch (thrown) { try { String(thrown) } catch (leaked) { return leaked("return process.version")() } }
