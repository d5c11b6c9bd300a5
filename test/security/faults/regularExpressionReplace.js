// A replacement that needs exponential time.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
("a".repeat(40) + "b").replace(/^(a|a)*$/, "x");
