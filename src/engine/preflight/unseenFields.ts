// Fields that a script reads of answers in which they were never seen. What was seen is no promise, so that no script is refused for it:
// where a tool has answered often the run's result has a warning, and where the script then fails over it, the failure says so.
import type { CatalogSnapshot, CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { PreparedScript, SourcePosition } from '../../checker/checkedScript.ts';
import type { TypeChecker, TypeFinding } from '../../checker/types/typeCheck.ts';
import type { Declarations } from '../../declarations/declarations.ts';
import type { ObservedOutputs } from '../../storage/observedOutputs.ts';
import { quotedLine } from '../formatting/quotedLine.ts';
import type { RunError } from '../runOutcome.ts';
import { apiFor, findTypeErrors } from './typeErrors.ts';

/** Answers after which a field that none of them had is reported. */
const OFTEN = 10;

/** Mistakes about the shape of a value, as V8 and QuickJS word them. */
const WRONG_SHAPE = /^TypeError: (?:cannot (?:read|destructure)|.*\b(?:not a function|not iterable|undefined)\b)/i;

export interface TypeCheckParts {
  /** With the outputs that were learned. */
  readonly declarations: Declarations;
  readonly declared: Declarations;
  readonly typeChecker: TypeChecker;
  readonly observed: ObservedOutputs;
}

/** A script with the tools that it names. */
interface CheckedScript {
  readonly script: PreparedScript;
  readonly tools: readonly CatalogTool[];
  readonly snapshot: CatalogSnapshot;
}

interface TypeProblems {
  /** By what the tools themselves say: `findTypeErrors`. */
  readonly errors: readonly RunError[];
  /** By what was seen of their answers. */
  readonly warnings: readonly RunError[];
}

/** One check where nothing is wrong; two where something is that only answers tell. Rejects only when aborted or disposed. */
export async function findTypeProblems(parts: TypeCheckParts, checked: CheckedScript, signal: AbortSignal): Promise<TypeProblems> {
  const { script, tools, snapshot } = checked;
  const known = tools.filter((tool) => parts.observed.callsOf(tool) >= OFTEN);
  const findings = known.length > 0 ? await learnedFindings(parts, checked, signal) : undefined;
  if (findings?.length === 0) return { errors: [], warnings: [] };
  const warnings = warningsOf(findings, known, parts, script);
  return { errors: await findTypeErrors(parts, script, tools, snapshot, signal), warnings };
}

/**
 * After a script that ended well: the fields that it read of answers that have one of a like name instead, where that was not known before. Such a
 * field is undefined, and what the script made of it may be null without a word. Rejects only when aborted or disposed.
 */
export async function fieldsNowUnseen(parts: TypeCheckParts, checked: CheckedScript, signal: AbortSignal): Promise<readonly RunError[]> {
  const isNew = (tool: CatalogTool) => {
    const calls = tool.outputSchema ? 0 : parts.observed.callsOf(tool);
    return calls > 0 && calls < OFTEN;
  };
  const known = checked.tools.filter(isNew);
  if (known.length === 0) return [];
  const findings = await learnedFindings(parts, checked, signal);
  // Few answers do not tell a field that may be absent from one that there is not.
  const misspelt = findings?.filter(({ field }) => field?.near !== undefined);
  return warningsOf(misspelt, known, parts, checked.script);
}

function warningsOf(
  findings: readonly TypeFinding[] | undefined,
  tools: readonly CatalogTool[],
  { observed }: TypeCheckParts,
  script: PreparedScript,
): readonly RunError[] {
  return unseen(findings, tools).map(({ finding, tool }): RunError => {
    const { code, message, hint, position, fix } = finding;
    const calls = observed.callsOf(tool);
    const told = `${message.replace(/\.$/, '')} in the ${calls === 1 ? 'answer' : `${calls} answers`} of ${tool.path} so far.`;
    const sourceLine = quotedLine(script.source, position.line);
    return { code, message: told, position, sourceLine, ...(hint !== undefined && { hint }), ...(fix && { fix }) };
  });
}

/** What a script that failed took for a field, by all that is known now; undefined where that was not it. */
export async function fieldAdvice(
  parts: TypeCheckParts,
  checked: CheckedScript,
  { message, position }: { readonly message: string; readonly position: SourcePosition | undefined },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!WRONG_SHAPE.test(message) || checked.tools.length === 0) return undefined;
  const found = unseen(await learnedFindings(parts, checked, signal), checked.tools);
  const line = position?.line ?? Infinity;
  const nearest =
    found.find(({ finding }) => finding.position.line === line) ?? found.findLast(({ finding }) => finding.position.line <= line);
  if (!nearest) return undefined;
  const { finding, field, tool } = nearest;
  const place = finding.position.line === line ? '' : ` (line ${finding.position.line})`;
  const learned = parts.observed.of(tool);
  const source = learned ? ` (${learned.source})` : '';
  return field.near === undefined
    ? `The answers of ${tool.path} have no \`${field.name}\`${place}${source}. ${finding.hint ?? ''}`.trim()
    : `The answers of ${tool.path} have \`${field.near}\`, not \`${field.name}\`${place}${source}.`;
}

async function learnedFindings(
  { declarations, typeChecker }: TypeCheckParts,
  { script, tools, snapshot }: CheckedScript,
  signal: AbortSignal,
): Promise<readonly TypeFinding[] | undefined> {
  const request = { source: script.source, declarations: await apiFor(declarations, script, tools, snapshot) };
  const check = await typeChecker.check(request, signal);
  return check.checked ? check.findings : undefined;
}

/** Of these tools, and of answers that no output schema declares. */
function unseen(findings: readonly TypeFinding[] = [], tools: readonly CatalogTool[]) {
  return findings.flatMap((finding) => {
    const { field } = finding;
    const tool = tools.find(({ namespace, method }) => namespace === field?.tool.server && method === field.tool.tool);
    return field && tool && tool.outputSchema === undefined ? [{ finding, field, tool }] : [];
  });
}
