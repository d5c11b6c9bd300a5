// A loop that never ends.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
for (;;);
