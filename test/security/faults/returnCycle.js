// A result that contains itself.
// Expect: unserializable_result
const value = {};
value.self = value;
return value;
