// require by its name.
// Source: the well-known way through constructors.
// Canary: none, since an ES module has no require.
return require("node:process").version
