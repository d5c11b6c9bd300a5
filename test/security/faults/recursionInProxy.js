// A proxy of a proxy of a proxy.
// Expect: script_error
let proxy = {};
for (let i = 0; i < 2e5; i += 1) proxy = new Proxy(proxy, {});
return proxy.x;
