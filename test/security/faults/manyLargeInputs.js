// Inputs of 900 kB, one after another.
// Expect: ok
// Answer: small
const text = "x".repeat(9e5);
for (let i = 0; i < 60; i += 1) await tools.geo.getCity({ text });
