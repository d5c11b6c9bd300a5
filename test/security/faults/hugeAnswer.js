// An answer larger than its limit.
// Expect: script_error
// Limits: {"replyBytes": 1000000}
// Answer: huge
return tools.geo.getCity({});
