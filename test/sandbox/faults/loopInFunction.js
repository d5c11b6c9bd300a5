// A function that never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
(function spin() { while (true) {} })();
