// An answer whose constructor is data, to confuse code that trusts it.
// Source: CWE-1321.
// Canary: none, since without the sandbox there is no hostile answer.
const answer = await tools.geo.hostile({});
return typeof answer.constructor === "function" && answer.constructor !== Object ? answer.constructor.constructor("return process.version")() : "nothing"
