// A generator never ends.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
function* forever() { for (;;) yield 1; }
return [...forever()].length > 0 ? 1 : 0;
