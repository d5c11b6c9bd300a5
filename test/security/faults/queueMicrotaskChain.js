// queueMicrotask from queueMicrotask.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
const next = () => queueMicrotask(next);
next();
await new Promise(() => {});
