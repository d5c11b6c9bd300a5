// setTimeout takes text and compiles it.
// Source: HTML, timers with text.
// Canary: none, since Node takes no text either.
setTimeout("globalThis.left = 'OUT'", 0);
await new Promise((resolve) => setTimeout(resolve, 20));
return globalThis.left ?? "nothing"
