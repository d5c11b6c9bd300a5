// process.binding.
// Source: Node.js, CVE-2023-32559.
return process.binding("fs") ? process.version : "nothing"
