// Console lines without end.
// Expect: log_limit
for (;;) console.log("x");
