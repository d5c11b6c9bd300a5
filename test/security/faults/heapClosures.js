// Closures that keep one another.
// Expect: memory_limit
// Limits: {"heapMb": 32}
let last = () => 0;
for (;;) { const before = last; const data = [1, 2, 3, 4]; last = () => [before, data]; }
