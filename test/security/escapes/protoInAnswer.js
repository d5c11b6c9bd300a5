// An answer with __proto__ pollutes what it is copied into.
// Source: CWE-1321.
// Canary: none, since without the sandbox there is no hostile answer.
const answer = await tools.geo.hostile({});
return [answer.hacked, ({}).hacked, Object.assign({}, answer).hacked, { ...answer }.hacked].includes("yes") ? "OUT" : "nothing"
