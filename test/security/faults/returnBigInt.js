// A BigInt is returned.
// Expect: unserializable_result
return 10n;
