// A promise that nothing will settle.
// Expect: pending_forever
await new Promise(() => {});
