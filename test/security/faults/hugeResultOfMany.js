// A result of very many parts.
// Expect: result_limit
return Array.from({ length: 1e6 }, (_, i) => i);
