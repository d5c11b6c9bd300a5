// A result larger than its limit.
// Expect: result_limit
return "x".repeat(2e6);
