// Microtasks that are made faster than they are done.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const all = [];
for (;;) all.push(Promise.resolve({}).then((x) => x));
