// An answer of very many members.
// Expect: ok
// Answer: wide
return Object.keys(await tools.geo.getCity({})).length;
