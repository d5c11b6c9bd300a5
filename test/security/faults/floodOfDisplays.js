// Blocks displayed without end.
// Expect: result_limit
for (;;) codemode.display("x".repeat(10_000));
