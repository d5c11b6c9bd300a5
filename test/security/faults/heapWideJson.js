// JSON that is parsed into very many objects.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const text = `[${"{\"a\":[1,2,3]},".repeat(2e6)}0]`;
return JSON.parse(text).length;
