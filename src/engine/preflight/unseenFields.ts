// Finds fields that a script reads although no answer ever had them. An observation is no promise, so no script is
// refused for this: the result of the run has a warning if the tool has answered often, and if the script then fails
// because of the field, the failure says so.
import type { CatalogSnapshot, CatalogTool } from '../../catalog/index.ts';
import type { PreparedScript, SourcePosition, TypeChecker, TypeFinding } from '../../checker/index.ts';
import type { Declarations } from '../../declarations/index.ts';
import type { ObservedOutputs } from '../stores/index.ts';
import { quotedLine } from '../formatting/index.ts';
import type { RunError } from '../runOutcome.ts';
import { apiFor, findTypeErrors } from './typeErrors.ts';

/** Number of answers after which a field that none of them had is reported. */
const OFTEN = 10;

/** Messages about the shape of a value, in the wording of V8 and QuickJS. */
const WRONG_SHAPE =
  /^TypeError: (?:cannot (?:read|destructure)|.*\b(?:not a function|not iterable|undefined)\b)/i;

export interface TypeCheckParts {
  /** Declarations that contain the learned output types. */
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
  /** Errors according to the declarations of the tools: see `findTypeErrors`. */
  readonly errors: readonly RunError[];
  /** Warnings according to earlier answers. */
  readonly warnings: readonly RunError[];
}

/**
 * Checks against the learned types first, if tools have answered often. If this finds a problem, checks a second time
 * against the declarations alone. Rejects only when aborted or disposed.
 */
export async function findTypeProblems(
  parts: TypeCheckParts,
  checked: CheckedScript,
  signal: AbortSignal,
): Promise<TypeProblems> {
  const { script, tools, snapshot } = checked;
  const known = tools.filter((tool) => parts.observed.callsOf(tool) >= OFTEN);
  const findings = known.length > 0 ? await learnedFindings(parts, checked, signal) : undefined;
  if (findings?.length === 0) return { errors: [], warnings: [] };
  const warnings = warningsOf(findings, known, parts, script);
  return { errors: await findTypeErrors(parts, script, tools, snapshot, signal), warnings };
}

/**
 * Called after a script that succeeded. Returns warnings about fields that an answer lacks while it has one of a
 * similar name, if this was not known before the run. Such a field is undefined, so that the result of the script may
 * be silently wrong. Rejects only when aborted or disposed.
 */
export async function fieldsNowUnseen(
  parts: TypeCheckParts,
  checked: CheckedScript,
  signal: AbortSignal,
): Promise<readonly RunError[]> {
  const isNew = (tool: CatalogTool) => {
    const calls = tool.outputSchema ? 0 : parts.observed.callsOf(tool);
    return calls > 0 && calls < OFTEN;
  };
  const known = checked.tools.filter(isNew);
  if (known.length === 0) return [];
  const findings = await learnedFindings(parts, checked, signal);
  // After few answers, an optional field cannot be told from one that does not exist.
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
    return {
      code,
      message: told,
      position,
      sourceLine,
      ...(hint !== undefined && { hint }),
      ...(fix && { fix }),
    };
  });
}

/**
 * Explains which field a failed script expected, using all answers so far; undefined if the failure has another cause.
 */
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
    found.find(({ finding }) => finding.position.line === line) ??
    found.findLast(({ finding }) => finding.position.line <= line);
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
  const request = {
    source: script.source,
    declarations: await apiFor(declarations, script, tools, snapshot),
  };
  const check = await typeChecker.check(request, signal);
  return check.checked ? check.findings : undefined;
}

/** Returns the findings about fields in answers of these tools that no output schema declares. */
function unseen(findings: readonly TypeFinding[] = [], tools: readonly CatalogTool[]) {
  return findings.flatMap((finding) => {
    const { field } = finding;
    const tool = tools.find(
      ({ namespace, method }) => namespace === field?.tool.server && method === field.tool.tool,
    );
    return field && tool && tool.outputSchema === undefined ? [{ finding, field, tool }] : [];
  });
}
