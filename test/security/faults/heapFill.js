// An array that is filled at once.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const all = [];
for (;;) all.push(new Array(1e6).fill(0).map(() => ({})));
