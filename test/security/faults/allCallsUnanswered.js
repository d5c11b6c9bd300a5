// Five hundred calls that are never answered.
// Expect: timeout
// Limits: {"wallMs": 300}
// Answer: never
await Promise.all(Array.from({ length: 500 }, () => tools.geo.getCity({})));
