// From a script's body to the file that its author wrote, as a debugger reads it: the `mappings` of a source map (ECMA-426).
import type { PreparedScript } from '../../checker/checkedScript.ts';

/** Where names, numbers and signs begin: a debugger stops at one of them. */
const tokens = /[\p{ID_Start}$_][\p{ID_Continue}$]*|\d+|[^\s\p{ID_Continue}]/gu;
/** In longer code, lines alone are mapped. */
const mostCharacters = 200_000;

/** Of one source. What stands in the body alone has no place in it: a debugger steps over that. */
export function scriptMappings({ body, source, toSource }: Pick<PreparedScript, 'body' | 'source' | 'toSource'>): string {
  const lines = source.split('\n');
  const end = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  const isFine = body.length <= mostCharacters;
  let [lastLine, lastColumn] = [1, 1];
  const segments = (text: string, line: number) => {
    let lastBegin = 0;
    const starts = isFine ? [...text.matchAll(tokens)].map(({ index }) => index) : [text.search(/\S/)].filter((index) => index >= 0);
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

/** A number in base 64, five bits a digit, the lowest first, its sign before them. */
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
