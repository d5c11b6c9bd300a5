// A failed call that nobody awaits.
// Expect: script_error
// Answer: fail
tools.geo.getCity({});
await new Promise((resolve) => setTimeout(resolve, 10_000));
return 1;
