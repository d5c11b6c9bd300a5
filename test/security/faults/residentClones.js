// Clones of a buffer, kept.
// Expect: memory_limit
// Limits: {"residentMb": 220}
const buffer = new Uint8Array(1e7).fill(1);
const all = [];
for (;;) all.push(structuredClone(buffer));
