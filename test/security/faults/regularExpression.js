// A regular expression that needs exponential time.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
/^(a+)+$/.test("a".repeat(40) + "b");
