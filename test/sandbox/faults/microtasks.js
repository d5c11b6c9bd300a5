// Microtasks that never end.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
for (;;) await null;
