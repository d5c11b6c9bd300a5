// toJSON on Object.prototype changes every message.
// Source: CWE-1321.
Object.prototype.toJSON = () => "OUT";
return { a: 1 }
