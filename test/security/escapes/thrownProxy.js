// A thrown proxy is inspected by the host.
// Source: the well-known way through constructors.
let seen = "nothing";
const trap = new Proxy({}, { get: (_, key) => { seen = String(key); return (() => {}).constructor } });
try { throw trap } catch (error) { return error.anything("return process.version")() }
