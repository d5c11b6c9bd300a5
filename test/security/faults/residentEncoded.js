// Encoded text, kept.
// Expect: memory_limit
// Limits: {"residentMb": 220}
const text = "x".repeat(5e6);
const all = [];
for (;;) all.push(new TextEncoder().encode(text));
