// The buffer of a shared WebAssembly.Memory is a SharedArrayBuffer.
// Source: the well-known way through constructors.
return new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer.constructor.name === "SharedArrayBuffer" ? "OUT" : "nothing"
