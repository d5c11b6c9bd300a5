// A getter that reads itself.
// Expect: script_error
const value = { get x() { return this.x } };
return value;
