// Removes the types from a script, keeps its lines, and maps each remaining character to its original place. sucrase is
// lenient and works on tokens only, so its mistakes are corrected or refused here.
import { transform } from 'sucrase';
import { syntaxFailure, type SyntaxFailure } from '../syntaxTree.ts';
import { identityMap, type OffsetMap, OffsetMapBuilder } from './offsetMap.ts';

type Stripped =
  | SyntaxFailure
  | {
      readonly ok: true;
      readonly text: string;
      /** Map from `text` to the source. */ readonly map: OffsetMap;
    };

/** Erases types. Enums and parameter properties become code on the same lines. */
export function stripTypes(source: string): Stripped {
  try {
    const result = transform(source, {
      transforms: ['typescript'],
      disableESTransforms: true,
      keepUnusedImports: true,
      filePath: 'script.ts',
      sourceMapOptions: { compiledFilename: 'script.js' },
    });
    const map =
      result.code === source
        ? identityMap
        : mapOf(result.code, source, columnsOf(result.sourceMap?.mappings ?? ''));
    return { ok: true, text: result.code, map };
  } catch (error) {
    if (error instanceof SyntaxError) return syntaxFailure(error);
    throw error;
  }
}

function mapOf(text: string, source: string, lines: readonly (readonly ColumnPair[])[]): OffsetMap {
  const map = new OffsetMapBuilder();
  let [textStart, sourceStart] = [0, 0];
  for (const pairs of lines) {
    const [textEnd, sourceEnd] = [endOfLine(text, textStart), endOfLine(source, sourceStart)];
    for (const [index, pair] of pairs.entries()) {
      const next = pairs[index + 1];
      const [from, to] = [textStart + pair.generated, next ? textStart + next.generated : textEnd];
      const nextOriginal = next ? sourceStart + next.original : sourceEnd;
      // After erased tokens, sucrase maps to the first of them. The remaining token is directly before the next entry.
      const fromTheRight = nextOriginal - (to - from);
      const kept = text.slice(from, to);
      const moved =
        !source.startsWith(kept, sourceStart + pair.original) && source.startsWith(kept, fromTheRight);
      map.add(from, moved ? fromTheRight : sourceStart + pair.original);
    }
    [textStart, sourceStart] = [textEnd + 1, sourceEnd + 1];
    map.add(textStart, sourceStart);
  }
  return map.build();
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digitOf = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, BASE64.indexOf(String.fromCharCode(code))),
);

const SEMICOLON = 0x3b;
const COMMA = 0x2c;

/** One entry of a line. Both columns count from 0 and ascend within the line. */
interface ColumnPair {
  readonly generated: number;
  readonly original: number;
}

/** Returns the entries of each line of a version 3 source map with a single source (tc39.es/ecma426, "mappings"). */
function columnsOf(mappings: string): readonly (readonly ColumnPair[])[] {
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
