// A failed call that nobody awaits.
// Expect: script_error
// Answer: fail
tools.geo.getCity({});
await tools.geo.getCity({}).catch(() => undefined); // answered after the others
return 1;
