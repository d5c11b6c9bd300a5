// Calls without end, each awaited.
// Expect: call_limit
for (;;) await tools.geo.getCity({});
