// import.source() of a module.
// Source: ECMAScript proposal "source phase imports".
// Canary: none, since most runtimes do not know the syntax.
return (await import.source("x")) ? "OUT" : "nothing"
