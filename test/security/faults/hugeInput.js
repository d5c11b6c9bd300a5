// The input of a call is larger than its limit.
// Expect: script_error
await tools.geo.getCity({ text: "x".repeat(2e6) });
