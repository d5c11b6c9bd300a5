// Buffers outside the heap.
// Expect: memory_limit
// Limits: {"residentMb": 220}
const all = [];
for (;;) all.push(new Uint8Array(1e7).fill(1));
