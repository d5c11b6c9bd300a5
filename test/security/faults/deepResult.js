// The result is nested too deeply.
// Expect: unserializable_result
let value = 1;
for (let i = 0; i < 1e5; i += 1) value = { value };
return value;
