// A proxy as the input of a call sees the code that reads it.
// Source: the well-known way through constructors.
// Canary: none, since outside nobody reads the input.
let caller;
await tools.geo.getCity(new Proxy({}, { ownKeys() { caller = new Error().stack; return [] } }));
return /node:|code-mode-guest/.test(caller ?? "") ? "OUT" : "nothing"
