// Finds places where erasing types changes the remaining code: a line that began a statement may now continue the
// previous statement, and sucrase drops a namespace together with its code.
import type { Token } from 'acorn';
import type { Finding } from '../finding.ts';
import { originalOffset, type OffsetMap } from './offsetMap.ts';
import { lastNotAbove } from '../../base/text/textLines.ts';
import { skipTrivia } from './skipTrivia.ts';

/** Erased text that ended a statement, or was one, for TypeScript. */
const ENDED_A_STATEMENT =
  /^(?:;\s*)?(?:as|satisfies|type|interface|declare|import|export|function|async|abstract|namespace|module|public|private|protected|readonly|override)\b/;
const NAMESPACE = /\b(?:namespace|module)\s+[\w$.]+\s*\{/g;

/**
 * Inspects the stripped `text` and its `tokens`. `map` leads from `text` to `source`. Returns findings, and the places
 * at which a semicolon must end the statement, as TypeScript read it; the offsets of both count in `text`.
 */
export function inspectErased(source: string, text: string, map: OffsetMap, tokens: readonly Token[]) {
  const semicolons: number[] = [];
  const findings: Finding[] = [];
  if (map.generated.length === 0) return { semicolons, findings };
  findings.push(...erasedNamespaces(source, text, map));
  // A line break beside erased text may have another meaning without that text.
  for (const [index, after] of tokens.entries()) {
    const before = tokens[index - 1];
    if (!before || !text.slice(before.end, after.start).includes('\n')) continue;
    const goesOn = '([`'.includes(text.charAt(after.start));
    if (!goesOn && before.type.keyword !== 'return') continue;
    const between = source.slice(originalOffset(map, before.end - 1) + 1, originalOffset(map, after.start));
    if (between.length === after.start - before.end) continue;
    const erased = between.slice(skipTrivia(between));
    if (goesOn) {
      if (ENDED_A_STATEMENT.test(erased)) semicolons.push(after.start);
    } else if (erased.startsWith('<')) {
      findings.push({
        code: 'syntax_error',
        message: 'Without its type, this `return` is alone on its line and returns nothing.',
        offset: before.start,
        hint: 'Start the value or a parenthesis beside `return`.',
      });
    }
  }
  return { semicolons, findings };
}

function erasedNamespaces(source: string, text: string, map: OffsetMap): Finding[] {
  const findings: Finding[] = [];
  for (const match of source.matchAll(NAMESPACE)) {
    const index = lastNotAbove(map.original, match.index);
    const generated = (map.generated[index] ?? 0) + match.index - (map.original[index] ?? 0);
    const offset = Math.min(generated, map.generated[index + 1] ?? Infinity);
    const stillThere = text.startsWith(match[0], offset);
    if (stillThere || /\bdeclare\s+$/.test(source.slice(Math.max(0, match.index - 20), match.index)))
      continue;
    findings.push({
      code: 'forbidden_syntax',
      message: '`namespace` is not available.',
      offset,
      hint: 'Use plain declarations, or one object.',
    });
  }
  return findings;
}
