// Arrays of arrays.
// Expect: memory_limit
// Limits: {"heapMb": 32}
let all = [];
for (;;) all = [all, [1, 2, 3], [4, 5, 6]];
