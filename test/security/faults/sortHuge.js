// A sort of many strings, again and again.
// Expect: cpu_limit
// Limits: {"cpuMs": 400}
const list = Array.from({ length: 1e5 }, (_, i) => String(i * 7919 % 1e5));
for (;;) list.sort((a, b) => a.localeCompare(b));
