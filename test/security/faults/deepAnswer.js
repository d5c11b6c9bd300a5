// An answer that is nested deeply.
// Expect: script_error
// Answer: deep
return await tools.geo.getCity({});
