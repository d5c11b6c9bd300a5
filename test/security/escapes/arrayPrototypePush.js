// Array.prototype.push is replaced under our code.
// Source: CWE-1321.
const push = Array.prototype.push;
Array.prototype.push = function (...items) { return push.apply(this, items) };
return Array.prototype.push === push ? "nothing" : "OUT"
