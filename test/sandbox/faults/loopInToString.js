// toString of something logged never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
console.log(`${{ toString() { for (;;); } }}`);
