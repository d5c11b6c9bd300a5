// Finds fields that a script reads although no answer ever had them. An observation is no promise, so no script is
// refused for this: the result of the run has a warning if the tool has answered often, and if the script then fails
// because of the field, the failure says so.
import type { CatalogTool } from '../../catalog/index.ts';
import type { PreparedScript, SourcePosition, TypeFinding } from '../../checker/index.ts';
import type { EngineParts } from '../engineParts.ts';
import type { RunError } from '../runOutcome.ts';
import {
  errorOf,
  findTypeErrors,
  typeFindings,
  type NamingScript,
  type TypeCheckParts,
} from './typeErrors.ts';

type LearningParts = TypeCheckParts & Pick<EngineParts, 'observed'>;

/** Number of answers after which a field that none of them had is reported. */
const OFTEN = 10;

/** Messages about the shape of a value, in the wording of V8 and QuickJS. */
const WRONG_SHAPE =
  /^TypeError: (?:cannot (?:read|destructure)|.*\b(?:not a function|not iterable|undefined)\b)/i;

export interface TypeProblems {
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
  parts: LearningParts,
  checked: NamingScript,
  signal: AbortSignal,
): Promise<TypeProblems> {
  const known = checked.tools.filter((tool) => parts.observed.callsOf(tool) >= OFTEN);
  const findings = known.length > 0 ? await typeFindings(parts, 'learned', checked, signal) : undefined;
  if (findings?.length === 0) return { errors: [], warnings: [] };
  const warnings = warningsOf(findings, known, parts, checked.script);
  return { errors: await findTypeErrors(parts, checked, signal), warnings };
}

/**
 * Called after a script that succeeded. Returns warnings about fields that an answer lacks while it has one of a
 * similar name, if this was not known before the run. Such a field is undefined, so that the result of the script may
 * be silently wrong. Rejects only when aborted or disposed.
 */
export async function fieldsNowUnseen(
  parts: LearningParts,
  checked: NamingScript,
  signal: AbortSignal,
): Promise<readonly RunError[]> {
  const isNew = (tool: CatalogTool) => {
    const calls = tool.outputSchema ? 0 : parts.observed.callsOf(tool);
    return calls > 0 && calls < OFTEN;
  };
  const known = checked.tools.filter(isNew);
  if (known.length === 0) return [];
  const findings = await typeFindings(parts, 'learned', checked, signal);
  // After few answers, an optional field cannot be told from one that does not exist.
  const misspelt = findings?.filter(({ field }) => field?.near !== undefined);
  return warningsOf(misspelt, known, parts, checked.script);
}

function warningsOf(
  findings: readonly TypeFinding[] | undefined,
  tools: readonly CatalogTool[],
  { observed }: LearningParts,
  script: PreparedScript,
): readonly RunError[] {
  return unseen(findings, tools).map(({ finding, tool }) => {
    const calls = observed.callsOf(tool);
    const answers = calls === 1 ? 'answer' : `${calls} answers`;
    const told = `${finding.message.replace(/\.$/, '')} in the ${answers} of ${tool.path} so far.`;
    return errorOf(finding, script, told, finding.hint);
  });
}

/** Explains which field a failed script expected, by all answers so far; undefined if the failure has another cause. */
export async function fieldAdvice(
  parts: LearningParts,
  checked: NamingScript,
  { message, position }: { readonly message: string; readonly position: SourcePosition | undefined },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!WRONG_SHAPE.test(message) || checked.tools.length === 0) return undefined;
  const found = unseen(await typeFindings(parts, 'learned', checked, signal), checked.tools);
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
