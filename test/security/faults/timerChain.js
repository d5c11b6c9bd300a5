// Timers that start timers.
// Expect: timeout
// Limits: {"wallMs": 300}
const next = () => setTimeout(next, 1);
next();
await new Promise(() => {});
