// Lists of objects whose names are all new, the costliest text for its length to parse: too long ones, and as long as they may be.
// Expect: ok
// Answer: small
const list = (mark, length) => Array.from({ length }, (_, i) => ({ [mark + i.toString(36)]: [] }));
await Promise.allSettled(['v', 'w', 'x'].map((mark) => tools.geo.getCity({ list: list(mark, 33_000) })));
await Promise.all(['a', 'b', 'c'].map((mark) => tools.geo.getCity({ list: list(mark, 16_000) })));
