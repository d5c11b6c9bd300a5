// Arrays of numbers outside the heap.
// Expect: memory_limit
// Limits: {"residentMb": 220}
const all = [];
for (;;) all.push(new Float64Array(1e6).fill(Math.PI));
