// Symbol.toPrimitive is called by our code and sees the stack above it.
// Source: the well-known way through constructors.
let stack = "";
codemode.progress({ [Symbol.toPrimitive]() { stack = new Error("x").stack; return "x" } });
return /node:|code-mode-guest/.test(stack) ? "OUT" : "nothing"
