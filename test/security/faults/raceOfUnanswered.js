// A race between calls that are never answered and a promise that never settles.
// Expect: timeout
// Limits: {"wallMs": 300}
// Answer: never
await Promise.race([tools.geo.getCity({}), new Promise(() => {})]);
