// Two functions wait for each other.
// Expect: pending_forever
const a = Promise.withResolvers();
const b = Promise.withResolvers();
const one = async () => { await b.promise; a.resolve(); };
const two = async () => { await a.promise; b.resolve(); };
await Promise.all([one(), two()]);
