// A full heap whose error the script throws on as nothing.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const kept = [];
try {
  for (;;) kept.push(new Array(1_000).fill(kept.length));
} catch {
  throw null;
}
