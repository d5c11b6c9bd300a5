// A lent function keeps state from one run for the next.
// Source: some prototypes stay mutable.
globalThis.kept ??= 0;
try { URL.kept = (URL.kept ?? 0) + 1 } catch {}
return URL.kept > 0 ? "OUT" : "nothing"
