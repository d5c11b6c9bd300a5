// Calls without end, none awaited.
// Expect: call_limit
for (;;) tools.geo.getCity({}).catch(() => {});
