// Removes the types from a script, keeps its lines, and maps each remaining character to its original place. sucrase is
// lenient and works on tokens only, so its mistakes are corrected or refused here.
import { decode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { transform } from 'sucrase';
import { syntaxFailure, type SyntaxFailure } from '../syntaxTree.ts';
import {
  applyEdits,
  composeMaps,
  identityMap,
  originalOffset,
  type OffsetMap,
  OffsetMapBuilder,
} from './offsetMap.ts';

type Stripped =
  | SyntaxFailure
  | {
      readonly ok: true;
      readonly text: string;
      /** Map from `text` to the source. */ readonly map: OffsetMap;
    };

/**
 * Places where a template literal may have no text, such as both ends of `${x}`. The source map of sucrase is wrong
 * from the first of them on, so each gets a blank, which is removed again.
 */
const NO_TEXT = /(?<=[`}])(?=`|\$\{)/g;
/** A blank that separates tokens, too, and that hardly any script contains. */
const RARE_BLANK = '\u205f';

/** Erases types. Enums and parameter properties become code on the same lines. */
export function stripTypes(source: string): Stripped {
  if (source.includes(RARE_BLANK)) return erased(source);
  const filled = applyEdits(
    source,
    [...source.matchAll(NO_TEXT)].map(({ index }) => ({ start: index, end: index, text: RARE_BLANK })),
  );
  const stripped = erased(filled.text);
  if (!stripped.ok) return { ...stripped, offset: originalOffset(filled.map, stripped.offset) };
  if (stripped.text === filled.text) return { ok: true, text: source, map: identityMap };
  const { text, map } = applyEdits(
    stripped.text,
    [...stripped.text.matchAll(new RegExp(RARE_BLANK, 'g'))].map(({ index }) => ({
      start: index,
      end: index + 1,
      text: '',
    })),
  );
  return { ok: true, text, map: composeMaps(composeMaps(map, stripped.map), filled.map) };
}

function erased(source: string): Stripped {
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
        : mapOf(result.code, source, decode(result.sourceMap?.mappings ?? ''));
    return { ok: true, text: result.code, map };
  } catch (error) {
    // sucrase also throws other errors for wrong code. A `RangeError` says that the code is nested too deeply.
    if (error instanceof Error && !(error instanceof RangeError)) return syntaxFailure(error);
    throw error;
  }
}

function mapOf(text: string, source: string, lines: readonly SourceMapSegment[][]): OffsetMap {
  const map = new OffsetMapBuilder();
  let [textStart, sourceStart] = [0, 0];
  for (const pairs of lines) {
    const [textEnd, sourceEnd] = [endOfLine(text, textStart), endOfLine(source, sourceStart)];
    for (const [index, [generated, , , original = 0]] of pairs.entries()) {
      const next = pairs[index + 1];
      const [from, to] = [textStart + generated, next ? textStart + next[0] : textEnd];
      const nextOriginal = next ? sourceStart + (next[3] ?? 0) : sourceEnd;
      // After erased tokens, sucrase maps to the first of them. The remaining token is directly before the next entry.
      const fromTheRight = nextOriginal - (to - from);
      const kept = text.slice(from, to);
      const moved = !source.startsWith(kept, sourceStart + original) && source.startsWith(kept, fromTheRight);
      map.add(from, moved ? fromTheRight : sourceStart + original);
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
