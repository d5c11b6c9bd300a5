// Function.prototype.call is replaced under our code.
// Source: CWE-1321.
const call = Function.prototype.call;
Function.prototype.call = () => "OUT";
const got = (() => 1).call();
Function.prototype.call = call;
return got
