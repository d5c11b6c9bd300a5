// The callback of a timer never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
await new Promise(() => setTimeout(() => { for (;;); }, 1));
