// Microtasks that never end.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
for (;;) await null;
