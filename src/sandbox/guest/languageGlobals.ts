// Names that stay on the global object of a realm: the globals of the language itself. All other globals are removed,
// so that a script finds the same globals on every engine and every version of it.

export const languageGlobals: ReadonlySet<string> = new Set(
  (
    'globalThis Infinity NaN undefined isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape ' +
    'Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error AggregateError EvalError RangeError ReferenceError SyntaxError ' +
    'TypeError URIError Float16Array Float32Array Float64Array Int8Array Int16Array Int32Array Uint8Array Uint8ClampedArray Uint16Array Uint32Array ' +
    'Iterator Intl JSON Map Math Number Object Promise Proxy Reflect RegExp Set String Symbol WeakMap WeakSet harden'
  ).split(' '),
);
