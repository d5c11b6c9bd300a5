// A chain of promises that grows at its end.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
const next = () => Promise.resolve().then(next);
await next();
