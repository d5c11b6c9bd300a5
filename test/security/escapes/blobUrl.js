// URL.createObjectURL registers an object with the runtime.
// Source: the well-known way through constructors.
return typeof URL.createObjectURL === "function" ? "OUT" : "nothing"
