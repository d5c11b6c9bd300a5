// Turns the text of a model or person into a script that may run, or says why it may not. The phases lead from a
// Markdown fence to the body of an async function. The module has no side effects and runs in the checker's thread.
import type { ArrowFunctionExpression } from 'acorn';
import type { ScriptProblem } from './checkedScript.ts';
import type { Finding } from './finding.ts';
import { exactIntegers } from './source/exactIntegers.ts';
import { findForm } from './source/form.ts';
import { inspectSyntax } from './syntaxPolicy.ts';
import { applyEdits, composeMaps, identityMap, originalOffset, type OffsetMap } from './source/offsetMap.ts';
import { parseProgram, type ParsedProgram } from './syntaxTree.ts';
import type { PreparationData } from './preparationData.ts';
import { findReferences } from './scopeAnalysis/references.ts';
import { readSource } from './source/readSource.ts';
import { scriptLocations } from './sourceLocations/scriptLocations.ts';
import { analyzeScopes } from './scopeAnalysis/scopes.ts';
import { offendsSes, rewriteForSes } from './sesRewrite.ts';
import { describeSyntaxFailure } from './source/syntaxProblem.ts';
import { TextLines } from '../base/text/textLines.ts';
import { absentMembers, undeclaredNames } from './scopeAnalysis/undeclaredNames.ts';
import { stripMarkdownFence } from './source/stripMarkdownFence.ts';

const MOST_PROBLEMS = 5;
const EXAMPLE = 'For example: `const { city } = await tools.geo.getCity(); return city;`';

/** The text that the sandbox puts around the body, in effect. */
const WRAPPER = { before: '(async () => {', after: '\n})' };

/** Prepares a script. The engine has limited the size of the code (`codeMode.limits.codeBytes`, at most 1 MB). */
export function prepareScript(code: string): PreparationData {
  try {
    const stripped = stripMarkdownFence(code);
    if (!stripped.ok) return refuse(severalBlocks(stripped.blocks));
    return stripped.code.trim() === '' ? refuse(EMPTY) : prepareSource(stripped.code);
  } catch (error) {
    // The recursion of the parsers and tree walks is as deep as the code is nested.
    if (error instanceof RangeError) return refuse(NESTED_TOO_DEEPLY);
    throw error;
  }
}

function prepareSource(source: string): PreparationData {
  const read = readSource(source);
  if (!read.ok) return refuseAt(source, identityMap, [describeSyntaxFailure(source, read)]);
  const { program, text, map, findings: erased } = read;
  const scopes = analyzeScopes(program);
  const form = findForm(program, text, scopes);
  if (form.empty) return refuse(EMPTY);
  // The declarations of an erased namespace are missing, so undeclared names would be reported wrongly.
  const undeclared =
    erased.length > 0 ? [] : [...undeclaredNames(scopes, MOST_PROBLEMS), ...absentMembers(program, scopes)];
  const findings = [...erased, ...inspectSyntax(program), ...form.findings, ...undeclared];
  if (findings.length > 0) return refuseAt(source, map, findings);

  const formed = applyEdits(text, [...exactIntegers(program), ...form.edits]);
  const formedMap = composeMaps(formed.map, map);
  const wrapped = parseWrapped(formed.text);
  const rewritten = rewriteBody(formed.text, wrapped);
  if (!rewritten.ok) return refuseAt(source, formedMap, rewritten.findings);

  const lines = new TextLines(source);
  const locations = scriptLocations(wrapped.program, wrapped.main, (node) => {
    const offset = originalOffset(formedMap, node.start - WRAPPER.before.length);
    return offset < source.length ? lines.positionAt(offset) : undefined;
  });
  const { tools, ...rest } = findReferences(program, scopes, text);
  const references = tools.map(({ offset, ...reference }) => ({
    ...reference,
    position: lines.positionAt(originalOffset(map, offset)),
  }));
  const { body, map: bodyMap } = rewritten;
  const result = form.result && { result: originalOffset(map, form.result.start) };
  const maps = composeMaps(bodyMap, formedMap);
  return { ok: true, script: { source, body, references, ...rest, ...result, locations, map: maps } };
}

type RewrittenBody =
  | { readonly ok: true; readonly body: string; /** Map to the given text. */ readonly map: OffsetMap }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** Makes the body acceptable to SES, and makes sure that body and wrapper are one function and nothing else. */
function rewriteBody(text: string, wrapped: ParsedProgram): RewrittenBody {
  const shift = WRAPPER.before.length;
  const { edits, findings } = rewriteForSes(WRAPPER.before + text + WRAPPER.after, wrapped);
  const moved = findings.map((finding) => ({ ...finding, offset: finding.offset - shift }));
  if (moved.length > 0) return { ok: false, findings: moved };
  if (edits.length === 0) return { ok: true, body: text, map: identityMap };
  const rewritten = applyEdits(
    text,
    edits.map((edit) => ({ ...edit, start: edit.start - shift, end: edit.end - shift })),
  );
  parseWrapped(rewritten.text);
  if (offendsSes(rewritten.text)) throw new Error('SES refuses the rewritten script.');
  return { ok: true, body: rewritten.text, map: rewritten.map };
}

/** Parses the wrapped body. Throws if it is not exactly one async function, which earlier phases would refuse. */
function parseWrapped(body: string): ParsedProgram & { readonly main: ArrowFunctionExpression } {
  const parsed = parseProgram(WRAPPER.before + body + WRAPPER.after);
  if (!parsed.ok) throw new Error(`The wrapped script does not parse: ${parsed.message}`);
  const [only, another] = parsed.program.body;
  const main = only?.type === 'ExpressionStatement' && another === undefined ? only.expression : undefined;
  const end = WRAPPER.before.length + body.length + WRAPPER.after.length - 1;
  if (main?.type !== 'ArrowFunctionExpression' || main.end !== end)
    throw new Error('The wrapped script is more than one function.');
  return { ...parsed, main };
}

const EMPTY: ScriptProblem = { code: 'empty_code', message: 'No code to run.', hint: EXAMPLE };

function severalBlocks(blocks: number): ScriptProblem {
  return {
    code: 'syntax_error',
    message: `The code has ${blocks} code blocks; nothing of them ran.`,
    hint: 'Send one script, without Markdown: the blocks in one, or the one that is meant.',
  };
}

const NESTED_TOO_DEEPLY: ScriptProblem = {
  code: 'syntax_error',
  message: 'Code is nested too deeply.',
  hint: 'Pass large data as `codemode.args`, or read it with a tool.',
};

function refuse(problem: ScriptProblem): PreparationData {
  return { ok: false, problems: [problem] };
}

/** Returns the problems in source order, each message once. `map` leads from the text of the findings to the source. */
function refuseAt(source: string, map: OffsetMap, findings: readonly Finding[]): PreparationData {
  const lines = new TextLines(source);
  const problems = new Map<string, ScriptProblem>();
  for (const { code, message, offset, hint, fix } of [...findings].sort((a, b) => a.offset - b.offset)) {
    if (problems.has(message) || problems.size === MOST_PROBLEMS) continue;
    const position = lines.positionAt(originalOffset(map, offset));
    problems.set(message, {
      code,
      message,
      position,
      sourceLine: lines.quote(position),
      ...(hint !== undefined && { hint }),
      ...(fix && { fix: { ...fix, position } }),
    });
  }
  return { ok: false, problems: [...problems.values()] };
}
