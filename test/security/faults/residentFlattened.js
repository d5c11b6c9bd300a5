// Ropes of text that are flattened, kept.
// Expect: memory_limit
// Limits: {"residentMb": 220, "heapMb": 2048}
const all = [];
for (let i = 0; ; i += 1) { let text = `${i}`; while (text.length < 5e6) text += text; all.push(text, text.charCodeAt(1e6), /y/.test(text)); }
