// A replaced Promise.prototype.then hands over what our code resolves.
// Source: vm2, CVE-2023-32314 and CVE-2026-22709.
const then = Promise.prototype.then;
try { Promise.prototype.then = function (f, r) { return then.call(this, (x) => f((() => {}).constructor), r) } } catch {}
const got = await new Promise((resolve) => resolve(0)).then((x) => x);
return got("return process.version")()
