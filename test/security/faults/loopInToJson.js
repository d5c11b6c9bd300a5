// toJSON of the result never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
return { toJSON() { for (;;); } };
