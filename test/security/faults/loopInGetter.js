// A getter of the result that never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
return { get x() { for (;;); } };
