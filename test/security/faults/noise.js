// Random bytes as names and values.
// Expect: ok
const text = String.fromCharCode(...Array.from({ length: 500 }, (_, i) => i * 131 % 65536));
return { [text]: text, lone: "\ud800" }.lone.length;
