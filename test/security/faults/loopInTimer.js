// The callback of a timer never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
await new Promise(() => setTimeout(() => { for (;;); }, 1));
