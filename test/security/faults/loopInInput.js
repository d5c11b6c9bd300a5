// A getter of the input of a call never returns.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
await tools.geo.getCity({ get x() { for (;;); } });
