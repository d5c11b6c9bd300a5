// A proxy as the result holds its reader.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
return new Proxy({}, { ownKeys() { for (;;); } });
