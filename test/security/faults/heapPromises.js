// Promises that are never let go.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const all = [];
for (;;) all.push(new Promise(() => {}));
