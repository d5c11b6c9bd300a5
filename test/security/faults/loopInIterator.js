// An iterator never ends.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) });
