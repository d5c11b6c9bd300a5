// A buffer longer than can be.
// Expect: script_error
return new ArrayBuffer(2 ** 53).byteLength;
