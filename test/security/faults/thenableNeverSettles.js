// The script returns a thenable that never calls back.
// Expect: pending_forever
return { then() {} };
