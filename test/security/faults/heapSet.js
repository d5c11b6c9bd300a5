// Sets that grow without end.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const all = [];
for (;;) { const set = new Set(); for (let i = 0; i < 1e5; i += 1) set.add({ i }); all.push(set); }
