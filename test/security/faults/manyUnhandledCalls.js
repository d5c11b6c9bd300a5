// Five hundred failed calls that nobody awaits.
// Expect: script_error
// Answer: fail
for (let i = 0; i < 500; i += 1) tools.geo.getCity({});
await tools.geo.getCity({}).catch(() => undefined); // answered after the others
return 1;
