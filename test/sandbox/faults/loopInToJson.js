// toJSON of the result never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
return { toJSON() { for (;;); } };
