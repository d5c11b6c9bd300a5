// The tools are returned.
// Expect: unserializable_result
return tools;
