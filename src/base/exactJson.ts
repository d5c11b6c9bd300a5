// Reads and writes JSON without rounding integers. `JSON.parse` reads 725653563933458433 as …400, which is the id of
// another thing; here an integer beyond 2^53 is a bigint and is written with the same digits. The module runs in the
// host and in both engines of the sandbox.
// A reviver sees the digits of a number in its third argument, but takes 25 times as long as `JSON.parse`. This module
// therefore puts such integers in quotes behind a mark before it parses, which takes 4 times as long, and does so only
// for texts that have such integers.

declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as `text`, a JSON primitive (ECMAScript 2026; V8 11.4, QuickJS). */
    readonly rawJSON: (text: string) => object;
    readonly isRawJSON: (value: unknown) => boolean;
  }
}

/** The functions of the language itself: in the sandbox, scripts see another object under the name `JSON`. */
const { parse, stringify, rawJSON } = JSON;

/** No string of a JSON text contains this character unless the text has the escape `\u0000`. */
const MARK = '\u0000';
const markInText = '\\u0000';

/** Maximum number of digits of an integer that `parseExact` reads exactly. */
export const mostDigits = 1_000;

/**
 * An integer with 16 to 1,000 digits; 9007199254740991 is the largest exact one. A lookahead matches the end, so that
 * the next match can begin there.
 */
const integer = /(?<=^|[[:,\s])-?[1-9]\d{15,999}(?=[\s,\]}]|$)/g;

/** True if `JSON.parse` would round an integer of the text, and sometimes if such an integer is only in a string. */
export function mayRound(text: string): boolean {
  return text.search(integer) !== -1;
}

/** Reads JSON. Integers beyond 2^53 become bigints, up to 1,000 digits. Throws the same errors as `JSON.parse`. */
export function parseExact(text: string): unknown {
  if (!mayRound(text)) return parse(text);
  if (!text.includes(markInText)) return unmarked(parse(markIntegers(text)));
  return parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    exactNumber(value, context?.source),
  );
}

/** Writes JSON with the digits of bigints, which `JSON.stringify` refuses; undefined for a value that has no JSON. */
export function stringifyExact(
  value: unknown,
  space?: string | number,
  names?: readonly (string | number)[],
): string {
  const kept = names && [...names];
  try {
    return stringify(value, kept, space);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const isKept = kept && new Set(kept.map(String));
    return stringify(
      value,
      function (this: unknown, key: string, part: unknown) {
        if (isKept && key !== '' && !Array.isArray(this) && !isKept.has(key)) return undefined;
        return typeof part === 'bigint' ? rawJSON(String(part)) : part;
      },
      space,
    );
  }
}

/** Returns the text with each integer beyond 2^53 as a string that begins with the mark. */
function markIntegers(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let insideString = false;
  let quote = text.indexOf('"');
  for (const { 0: digits, index } of text.matchAll(integer)) {
    for (; quote !== -1 && quote < index; quote = text.indexOf('"', quote + 1)) {
      if (!insideString || !isEscaped(text, quote)) insideString = !insideString;
    }
    if (insideString || Number.isSafeInteger(Number(digits))) continue;
    parts.push(text.slice(copied, index), '"', markInText, digits, '"');
    copied = index + digits.length;
  }
  return parts.join('') + text.slice(copied);
}

/** Replaces the strings of `markIntegers` by bigints, in place. */
function unmarked(value: unknown): unknown {
  const root = { value };
  const left: Record<string, unknown>[] = [root];
  for (let holder = left.pop(); holder; holder = left.pop()) {
    for (const [key, part] of Object.entries(holder)) {
      // The indices of an array are its keys.
      if (typeof part === 'object' && part !== null) left.push(part as Record<string, unknown>);
      if (typeof part !== 'string' || !part.startsWith(MARK)) continue;
      // A plain assignment to `__proto__` would set the prototype.
      Object.defineProperty(holder, key, { value: BigInt(part.slice(MARK.length)) });
    }
  }
  return root.value;
}

/** Returns the value with each bigint replaced; returns `value` itself if it holds none. */
export function withoutBigInts(value: unknown, replace: (integer: bigint) => unknown): unknown {
  return hasBigInt(value) ? replaced(value, replace) : value;
}

/** Walks the value without recursion, so that the depth has no limit. */
function hasBigInt(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part === 'bigint') return true;
    if (typeof part === 'object' && part !== null)
      for (const member of Object.values(part)) left.push(member);
  }
  return false;
}

function replaced(value: unknown, replace: (integer: bigint) => unknown): unknown {
  if (typeof value === 'bigint') return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, replace));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member, replace)]));
}

/** Prepares a value for a `JSON.stringify` in other code, so that the text has the digits of each bigint. */
export function rawIntegers<Value>(value: Value): Value {
  return withoutBigInts(value, (integer) => rawJSON(String(integer))) as Value;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text[first - 1] === '\\') first -= 1;
  return (quote - first) % 2 === 1;
}

/** Returns the number that a reviver receives: a bigint if `digits`, its text, is an integer beyond 2^53. */
export function exactNumber(value: unknown, digits: string | undefined): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value) && digits !== undefined;
  return isInexact && /^-?[1-9]\d{15,999}$/.test(digits) ? BigInt(digits) : value;
}
