// Reads the one part of a source map that the checker needs: which columns of a line came from which columns of the
// same line. (The stripper never moves text to another line.)

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digitOf = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, BASE64.indexOf(String.fromCharCode(code))));

const SEMICOLON = 0x3b;
const COMMA = 0x2c;

/** One entry: both columns count from 0, ascending within a line. */
export interface ColumnPair {
  readonly generated: number;
  readonly original: number;
}

/** The entries of each line of a version 3 source map with a single source (tc39.es/ecma426, "mappings"). */
export function columnsOf(mappings: string): readonly (readonly ColumnPair[])[] {
  const lines: ColumnPair[][] = [[]];
  const fields = [0, 0, 0, 0];
  let [field, value, shift] = [0, 0, 0];
  const endSegment = (): void => {
    if (field === 4) lines.at(-1)?.push({ generated: fields[0] ?? 0, original: fields[3] ?? 0 });
    field = 0;
  };
  for (let at = 0; at < mappings.length; at++) {
    const char = mappings.charCodeAt(at);
    if (char === COMMA || char === SEMICOLON) {
      endSegment();
      if (char === SEMICOLON) {
        lines.push([]);
        fields[0] = 0;
      }
      continue;
    }
    const digit = digitOf[char] ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    fields[field] = (fields[field] ?? 0) + (value & 1 ? -(value >>> 1) : value >>> 1);
    field++;
    [value, shift] = [0, 0];
  }
  endSegment();
  return lines;
}
