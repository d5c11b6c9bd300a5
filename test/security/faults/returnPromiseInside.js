// A promise inside the result.
// Expect: unserializable_result
return { later: Promise.resolve(1) };
