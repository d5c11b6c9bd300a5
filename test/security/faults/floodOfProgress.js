// Progress without end.
// Expect: log_limit
for (;;) codemode.progress("x");
