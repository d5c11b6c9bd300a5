// A function that never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
(function spin() { while (true) {} })();
