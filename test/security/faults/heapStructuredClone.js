// Clones of a large object, kept.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const value = Array.from({ length: 1e5 }, (_, i) => ({ i }));
const all = [];
for (;;) all.push(structuredClone(value));
