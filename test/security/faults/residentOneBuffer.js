// One very large buffer.
// Expect: memory_limit
// Limits: {"residentMb": 220}
const all = new Uint8Array(6e8);
for (let i = 0; i < all.length; i += 4096) all[i] = 1;
for (;;);
