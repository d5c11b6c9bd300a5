// toJSON that gives an object with toJSON.
// Expect: unserializable_result
const make = () => ({ next: { toJSON: make } });
return make();
