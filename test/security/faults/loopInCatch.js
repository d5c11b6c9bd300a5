// Every error is caught and the loop goes on.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
for (;;) { try { throw new Error("x") } catch {} }
