// A result that grows when it is written as JSON.
// Expect: result_limit
return "\u0001".repeat(5e5);
