// A thousand promises that nothing will settle.
// Expect: pending_forever
await Promise.all(Array.from({ length: 1000 }, () => new Promise(() => {})));
