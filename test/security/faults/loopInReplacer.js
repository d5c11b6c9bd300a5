// A replacer of JSON.stringify never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
JSON.stringify({ a: 1 }, () => { for (;;); });
