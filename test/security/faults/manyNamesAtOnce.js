// Inputs of as many names as a call may have, eight at once.
// Expect: ok
// Answer: small
const input = Object.fromEntries(Array.from({ length: 39_000 }, (_, i) => [i.toString(36), 1]));
await Promise.all(Array.from({ length: 8 }, () => tools.geo.getCity(input)));
