// A call that is never answered.
// Expect: timeout
// Limits: {"wallMs": 300}
// Answer: never
await tools.geo.getCity({});
