// JSON.parse is replaced, to change what the host sends.
// Source: CWE-1321.
JSON.parse = () => "OUT";
return JSON.parse("1")
