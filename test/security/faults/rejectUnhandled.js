// A promise that nobody awaits is rejected.
// Expect: script_error
Promise.reject(new Error("nobody"));
await new Promise((resolve) => setTimeout(resolve, 50));
return 1;
