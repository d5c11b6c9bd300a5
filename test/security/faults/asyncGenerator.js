// An async generator that never ends.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
async function* forever() { for (;;) yield 1; }
for await (const x of forever());
