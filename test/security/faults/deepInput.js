// The input of a call is nested too deeply.
// Expect: script_error
let value = 1;
for (let i = 0; i < 1e5; i += 1) value = [value];
await tools.geo.getCity({ value });
