// A hundred thousand timers.
// Expect: timeout
// Limits: {"wallMs": 600}
for (let i = 0; i < 1e5; i += 1) setTimeout(() => {}, 60_000);
await new Promise(() => {});
