// Explains the failure of a script: its place in the author's code, the calls in flight, and the next step.
import type { CallFailure } from '../../base/callFailure.ts';
import { TextLines } from '../../base/text/textLines.ts';
import type { PreparedScript, ReturnedValue, ScriptLocations, SourcePosition } from '../../checker/index.ts';
import type { SandboxFailure } from '../../sandbox/index.ts';
import { advice } from './advice.ts';
import { nextStep } from './nextStep.ts';
import { linesText } from './quotedLine.ts';
import type { CallRecord, RunError } from '../runOutcome.ts';

/** Facts about the run that failed. */
interface FailedRun {
  readonly script: PreparedScript;
  readonly calls: readonly CallRecord[];
  /** Places where the script names each tool, by the path of the tool. */
  readonly mentions: ReadonlyMap<string, readonly SourcePosition[]>;
  /** Advice about a field that the script expected and the answer of a tool does not have; absent if unknown. */
  readonly fieldAdvice?: string | undefined;
}

/** Translates a failure of the sandbox, which refers to the code that ran, to the code that the author wrote. */
export function explainFailure(failure: SandboxFailure, run: FailedRun): RunError {
  const { toolError } = failure;
  const { script } = run;
  const possible = failure.position
    ? [script.toSource(failure.position)]
    : possibleLocations(failure.clue, script.locations);
  const position = possible.length === 1 ? possible[0] : undefined;
  const hints = [
    toolError ? nextStep(toolError, run.calls) : hintFor(failure, run),
    position ? '' : onOneOf(failure.clue, possible),
  ];
  const hint = hints.filter(Boolean).join(' ');
  return {
    code: toolError?.code ?? failure.code,
    message: toolError
      ? messageOf(toolError, failure)
      : [failure.message, waitedFor(failure, run)].filter(Boolean).join(' '),
    ...(position && { position, sourceLine: new TextLines(script.source).quote(position) }),
    ...(failure.stack && {
      stack: failure.stack.map(({ name, ...at }) => ({
        ...(name !== undefined && { name }),
        position: script.toSource(at),
      })),
    }),
    ...(hint !== '' && { hint }),
    ...(toolError && { toolError }),
  };
}

/** Returns the message as thrown: the script may have changed it. The class and the hint are shown elsewhere. */
function messageOf({ message, hint }: CallFailure, { message: thrown }: SandboxFailure): string {
  const said = thrown.replace(/^ToolError: /, '');
  const whole = hint === undefined ? message : `${message} ${hint}`;
  return said.startsWith(whole) ? message + said.slice(whole.length) : said;
}

const LARGE_INTEGERS =
  'Integers beyond 2^53 are BigInts: compute with `Number(x)`, which rounds, or with literals like `1n`.';

/** Returns a hint that adds to the message of the sandbox; empty if there is none. */
function hintFor({ code, message }: SandboxFailure, run: FailedRun): string {
  switch (code) {
    case 'script_error':
      if (run.calls.some(({ state }) => state === 'dry_run')) return placeholders(run);
      // V8: "Cannot mix BigInt and other types", "Cannot convert a BigInt value to a number"; QuickJS in lower case.
      if (/^TypeError: cannot .*\bbigint\b/i.test(message)) return LARGE_INTEGERS;
      return (
        run.fieldAdvice ?? (run.calls.some(({ state }) => state === 'finished') ? wrongShape(message) : '')
      );
    case 'timeout':
      return run.calls.some(isUnderWay) ? '' : timersOf(run);
    case 'cancelled':
      return advice.runAgainIfWanted.model;
    case 'pending_forever':
      return lastAnswered(run);
    default:
      return '';
  }
}

/** Hints at a wrong assumption about the answer of a tool: for most tools, models know no more than the declaration. */
function wrongShape(message: string): string {
  if (/^SyntaxError: .*JSON/s.test(message)) return 'Tool JSON is already parsed: use it as is.';
  if (!/^TypeError: (?:Cannot (?:read|destructure) propert|.* is not (?:a function|iterable))/.test(message))
    return '';
  return 'If a tool gave it, first return the whole answer to see its shape.';
}

/** The script may have mistaken a placeholder for the result itself. */
function placeholders({ calls, mentions }: FailedRun): string {
  const paths = [...new Set(calls.filter(({ state }) => state === 'dry_run').map(({ path }) => path))];
  const named = paths.slice(0, MOST_NAMED).map((path) => `${path}${lineOf(path, mentions)}`);
  if (paths.length > MOST_NAMED) named.push(`${paths.length - MOST_NAMED} more`);
  return `This dry run did not send ${named.join(', ')}: the script had placeholders for the results.`;
}

const endedFromOutside: ReadonlySet<SandboxFailure['code']> = new Set([
  'timeout',
  'cpu_limit',
  'memory_limit',
  'cancelled',
]);

/** Maximum number of calls or lines that are named. */
const MOST_NAMED = 3;

/** Names the calls in flight if the run was ended from outside, in the order in which they were made. */
function waitedFor({ code }: SandboxFailure, { calls, mentions }: FailedRun): string {
  if (!endedFromOutside.has(code)) return '';
  const waiting = new Map<string, number>();
  for (const call of calls.filter(isUnderWay))
    waiting.set(call.path, Math.max(call.ms, waiting.get(call.path) ?? 0));
  const named = [...waiting]
    .slice(0, MOST_NAMED)
    .map(([path, ms]) => `${path}${lineOf(path, mentions)}, for ${Math.round(ms)} ms`);
  if (waiting.size > MOST_NAMED) named.push(`${waiting.size - MOST_NAMED} more`);
  return named.length > 0 ? `It was waiting for ${named.join('; ')}.` : '';
}

/** True if the call had no answer when the run ended, if it was sent or not. */
function isUnderWay({ state, message }: CallRecord): boolean {
  return (state === 'unknown' || state === 'not_called') && message === undefined;
}

function timersOf({ script }: FailedRun): string {
  const { timers } = script.locations;
  return timers.length > 0
    ? `No call in flight; timers: ${lines(timers)}.`
    : 'No call in flight: look for an endless loop.';
}

function lastAnswered({ calls, mentions }: FailedRun): string {
  const last = calls.findLast((call) => !isUnderWay(call));
  return last ? `Last answer: ${last.path}${lineOf(last.path, mentions)}.` : '';
}

function lineOf(path: string, mentions: FailedRun['mentions']): string {
  const places = mentions.get(path) ?? [];
  return places.length > 0 ? ` (${lines(places)})` : '';
}

function onOneOf(clue: SandboxFailure['clue'], possible: readonly SourcePosition[]): string {
  if (possible.length === 0) return '';
  const verb = clue === 'thrown' ? 'Thrown' : clue === 'awaited' ? 'Stopped' : 'Returned';
  return `${verb} in ${lines(possible)}.`;
}

function lines(positions: readonly SourcePosition[]): string {
  return linesText([...new Set(positions.map(({ line }) => line))], 2 * MOST_NAMED);
}

/** Returns the places that the clue allows, each once, in the order of the code; empty if nothing is known. */
function possibleLocations(clue: SandboxFailure['clue'], places: ScriptLocations): readonly SourcePosition[] {
  if (clue === undefined) return [];
  if (clue === 'thrown') return distinct(places.throws);
  if (clue === 'awaited') return distinct(places.waits);
  return distinct(places.returns.flatMap((value) => follow(value, clue)));
}

/** Returns the place of the part to which the path leads; empty if this value cannot have such a part. */
function follow(
  value: ReturnedValue,
  [key, ...rest]: readonly (string | number)[],
): readonly SourcePosition[] {
  if (key === undefined || value.parts === undefined) return [value.position];
  const part = value.parts.find(([name]) => name === key);
  return part ? follow(part[1], rest) : [];
}

function distinct(positions: readonly SourcePosition[]): readonly SourcePosition[] {
  const found = new Map(positions.map((position) => [`${position.line}:${position.column}`, position]));
  return [...found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}
