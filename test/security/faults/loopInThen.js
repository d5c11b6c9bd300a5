// The callback of a promise never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
await Promise.resolve().then(() => { for (;;); });
