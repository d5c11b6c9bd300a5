// A trap of a proxy never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
return Object.keys(new Proxy({}, { ownKeys() { for (;;); } }));
