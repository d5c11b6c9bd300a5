// toString of something logged never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
console.log(`${{ toString() { for (;;); } }}`);
