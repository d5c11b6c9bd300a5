// The legacy statics of RegExp show what our code matched.
// Source: ECMAScript proposal "legacy RegExp features".
// Canary: none, since outside nobody matches anything.
/x/.exec("x");
return RegExp["$_"] && RegExp["$_"] !== "x" ? "OUT" : "nothing"
