// Searches without end.
// Expect: call_limit
for (;;) codemode.search("x").catch(() => {});
