// Waiting by looking at the clock.
// Expect: cpu_limit
// Limits: {"cpuMs": 200}
const until = Date.now() + 60_000;
while (Date.now() < until);
