// A regular expression that needs exponential time.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
/^(a+)+$/.test("a".repeat(40) + "b");
