// A comparator never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
[3, 2, 1].sort(() => { for (;;); });
