// The callback of a timer throws.
// Expect: script_error
setTimeout(() => { throw new Error("late") }, 1);
await new Promise((resolve) => setTimeout(resolve, 50));
return 1;
