// Waiting by looking at the clock.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
const until = Date.now() + 60_000;
while (Date.now() < until);
