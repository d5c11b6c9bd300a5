// A replacer of JSON.stringify never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
JSON.stringify({ a: 1 }, () => { for (;;); });
