// Symbols as keys.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const all = {};
for (;;) all[Symbol()] = [1, 2, 3];
