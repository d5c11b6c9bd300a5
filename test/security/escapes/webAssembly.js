// WebAssembly compiles code that SES does not see.
// Source: the well-known way through constructors.
return typeof WebAssembly.compile === "function" ? "OUT" : "nothing"
