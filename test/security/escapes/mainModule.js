// process.mainModule leads to require.
// Source: Node.js, CVE-2023-30581.
return (process.mainModule ?? process).constructor.constructor("return process.version")()
