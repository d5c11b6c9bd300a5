// The constructor of the iterator of URLSearchParams, which is lent by the runtime.
// Source: the well-known way through constructors.
return new URL("http://x/?a=1").searchParams[Symbol.iterator].constructor("return process.version")()
