// Long console lines without end.
// Expect: log_limit
for (;;) console.log("x".repeat(60_000));
