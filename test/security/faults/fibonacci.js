// A recursion that takes for ever.
// Expect: cpu_limit
// Limits: {"cpuMs": 100}
const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
return fib(60);
