// A Map that grows without end.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const all = [];
for (;;) { const map = new Map(); for (let i = 0; i < 1e5; i += 1) map.set(i, [i]); all.push(map); }
