// A thousand promises that nobody awaits are rejected.
// Expect: script_error
for (let i = 0; i < 1000; i += 1) Promise.reject(new Error(`${i}`));
await new Promise((resolve) => setTimeout(resolve, 50));
return 1;
