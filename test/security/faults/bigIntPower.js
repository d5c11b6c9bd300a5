// A power that is too large to compute.
// Expect: cpu_limit
// Wasm: script_error
// Limits: {"cpuMs": 400}
let x = 3n;
for (;;) x = x * x;
