// queueMicrotask from queueMicrotask.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
const next = () => queueMicrotask(next);
next();
await new Promise(() => {});
