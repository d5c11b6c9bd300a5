// JSON.stringify is replaced under our code.
// Source: CWE-1321.
JSON.stringify = () => "\"OUT\"";
return JSON.stringify({})
