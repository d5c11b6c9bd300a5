// Maps the body of a script to the author's file, as the `mappings` of a source map (ECMA-426) for a debugger.
import type { PreparedScript } from '../../checker/index.ts';

/** Matches names, numbers and punctuation: a debugger stops at the beginning of one of them. */
const tokens = /[\p{ID_Start}$_][\p{ID_Continue}$]*|\d+|[^\s\p{ID_Continue}]/gu;
/** Maximum length of code that is mapped token by token; longer code is mapped line by line. */
const mostCharacters = 200_000;

/** Returns the mappings to a single source, without parts that only the body has: a debugger steps over these. */
export function scriptMappings({
  body,
  source,
  toSource,
}: Pick<PreparedScript, 'body' | 'source' | 'toSource'>): string {
  const lines = source.split('\n');
  const end = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  const isFine = body.length <= mostCharacters;
  let [lastLine, lastColumn] = [1, 1];
  const segments = (text: string, line: number) => {
    let lastBegin = 0;
    const starts = isFine
      ? [...text.matchAll(tokens)].map(({ index }) => index)
      : [text.search(/\S/)].filter((index) => index >= 0);
    return starts.map((begin) => {
      const at = toSource({ line, column: begin + 1 });
      const column = vlq(begin - lastBegin);
      lastBegin = begin;
      if (at.line === end.line && at.column === end.column) return column;
      const segment = column + vlq(0) + vlq(at.line - lastLine) + vlq(at.column - lastColumn);
      [lastLine, lastColumn] = [at.line, at.column];
      return segment;
    });
  };
  return body
    .split('\n')
    .map((text, index) => segments(text, index + 1).join(','))
    .join(';');
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes a number in base 64 VLQ: five bits per digit, lowest first, with the sign in the lowest bit. */
function vlq(value: number): string {
  let rest = value < 0 ? -value * 2 + 1 : value * 2;
  let text = '';
  do {
    const digit = rest % 32;
    rest = Math.floor(rest / 32);
    text += digits.charAt(rest > 0 ? digit + 32 : digit);
  } while (rest > 0);
  return text;
}
