// An array that grows without end.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const all = [];
for (;;) all.push([1, 2, 3]);
