// A loop goes on in a microtask when the script has returned.
// Expect: ok
// Limits: {"cpuMs": 5000}
void Promise.resolve().then(async () => { for (let i = 0; i < 1e5; i += 1) await null; });
return 1;
