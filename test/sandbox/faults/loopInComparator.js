// A comparator never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
[3, 2, 1].sort(() => { for (;;); });
