// A function is returned.
// Expect: unserializable_result
return () => {};
