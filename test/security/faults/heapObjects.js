// Objects with many members.
// Expect: memory_limit
// Limits: {"heapMb": 32}
const all = {};
for (let i = 0; ; i += 1) all[`key${i}`] = { i };
