// A trap of a proxy never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
return Object.keys(new Proxy({}, { ownKeys() { for (;;); } }));
