// The text of our functions tells their inside.
// Source: the well-known way through constructors.
// Canary: none, since these functions are ours.
return /writeSync|process|require/.test([codemode.search, setTimeout, tools.geo.getCity].map(String).join()) ? "OUT" : "nothing"
