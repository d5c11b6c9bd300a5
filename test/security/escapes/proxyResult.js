// A proxy as the result sees the code that reads it.
// Source: the well-known way through constructors.
return new Proxy({}, { get: (_, key) => (key === "then" ? undefined : (() => {}).constructor("return process.version")()), ownKeys: () => ["x"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) })
