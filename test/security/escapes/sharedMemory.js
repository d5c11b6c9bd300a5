// SharedArrayBuffer makes a precise clock and a way to other threads.
// Source: Spectre mitigations of browsers.
return new SharedArrayBuffer(8).byteLength === 8 ? "OUT" : "nothing"
