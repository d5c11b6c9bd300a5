// Object.prototype is polluted for the code outside.
// Source: CWE-1321.
Object.prototype.polluted = "OUT";
return ({}).polluted ?? "nothing"
