// Strings that are all different.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const all = [];
for (let i = 0; ; i += 1) all.push(`${i}`.padEnd(1000, "x") + Math.random());
