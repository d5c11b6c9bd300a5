// Parsing and writing JSON without end.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
const value = { list: Array.from({ length: 1000 }, (_, i) => ({ i })) };
for (;;) JSON.parse(JSON.stringify(value));
