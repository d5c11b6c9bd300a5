// Parses the author's text as JavaScript. A script is read as statements. Text that only makes sense as an expression
// (an object literal, a function without a name) is read as an expression.
import type { Token } from 'acorn';
import { inspectErased } from './erasedCode.ts';
import type { Finding } from '../finding.ts';
import { applyEdits, composeMaps, identityMap, originalOffset, type OffsetMap } from './offsetMap.ts';
import { parseProgram, type Parsed, type ParsedProgram, type SyntaxFailure } from '../syntaxTree.ts';
import { stripTypes } from './stripTypes.ts';
import { skipTrivia } from './skipTrivia.ts';

/** The source as JavaScript. */
interface JavaScript extends ParsedProgram {
  readonly ok: true;
  readonly text: string;
  /** Map from `text` to the source. */
  readonly map: OffsetMap;
  /** Problems caused by erasing the types, with offsets in `text`. */
  readonly findings: readonly Finding[];
}

/** The offset of the failure counts in the source. */
type ReadSource = JavaScript | SyntaxFailure;

/** At the start of a statement, an object literal would be a block, and a function without a name would be an error. */
const MAYBE_EXPRESSION = /^(?:\{|(?:async\s+)?function\b\s*\*?\s*[(<])/;

export function readSource(source: string): ReadSource {
  const expression = readsAsExpression(source) ? readExpression(source) : undefined;
  if (expression?.ok) return expression;
  const statements = readText(source.replace(/^#!/, '//'));
  return statements.ok || !expression ? statements : further(expression, statements);
}

/** True if the source may be one expression that would mean something else at the start of a statement. */
export function readsAsExpression(source: string): boolean {
  return MAYBE_EXPRESSION.test(source.slice(skipTrivia(source)));
}

function readExpression(source: string): ReadSource {
  const read = readText(`(${source.replace(/;\s*$/, '')}\n)`);
  if (!read.ok) return { ...read, offset: Math.max(0, read.offset - 1) };
  const [only, another] = read.program.body;
  const type = only?.type === 'ExpressionStatement' && !another ? only.expression.type : undefined;
  if (type !== 'ObjectExpression' && type !== 'FunctionExpression')
    return { ok: false, offset: 0, message: 'Unexpected token' };
  return { ...read, map: composeMaps(read.map, { generated: [1], original: [0] }) };
}

function readText(source: string): ReadSource {
  const stripped = stripTypes(source);
  if (!stripped.ok) return readPlain(source, stripped);
  const { text, map } = stripped;
  const tokens: Token[] = [];
  const parsed = text === source ? parseProgram(text) : parseProgram(text, tokens);
  const { semicolons, findings } = inspectErased(source, text, map, tokens);
  if (semicolons.length === 0) return result(parsed, text, map, findings);
  const ended = applyEdits(
    text,
    semicolons.map((offset) => ({ start: offset, end: offset, text: ';' })),
  );
  return result(parseProgram(ended.text), ended.text, composeMaps(ended.map, map), findings);
}

/**
 * Parses the source without removing types, because sucrase does not support all of JavaScript. If both parsers fail,
 * the one that got further understood more.
 */
function readPlain(source: string, failure: SyntaxFailure): ReadSource {
  const parsed = parseProgram(source);
  return parsed.ok ? result(parsed, source, identityMap, []) : further(failure, parsed);
}

function result(parsed: Parsed, text: string, map: OffsetMap, findings: readonly Finding[]): ReadSource {
  return parsed.ok
    ? { ...parsed, text, map, findings }
    : { ...parsed, offset: originalOffset(map, parsed.offset) };
}

/** Returns the further failure; at the same place, the longer message; for unterminated text, the earlier beginning. */
function further(one: SyntaxFailure, other: SyntaxFailure): SyntaxFailure {
  const [earlier, later] = one.offset <= other.offset ? [one, other] : [other, one];
  if (earlier.message.startsWith('Unterminated') && later.message.startsWith('Unterminated')) return earlier;
  if (earlier.offset < later.offset) return later;
  return earlier.message.length > later.message.length ? earlier : later;
}
