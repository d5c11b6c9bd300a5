// An interval that never stops.
// Expect: timeout
// Limits: {"wallMs": 300}
setInterval(() => {}, 5);
await new Promise(() => {});
