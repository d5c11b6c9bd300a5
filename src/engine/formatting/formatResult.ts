// Writes the outcome of a run as plain text for the model: first the value, then the console; on failure the error, its
// place and the next step. The token budget of the request limits the length; a value that was cut is kept whole under
// a handle.
import type { JsonValue } from '../../base/json.ts';
import type { LogEntry } from '../../sandbox/index.ts';
import { cutJson } from './cutJson.ts';
import { dryRunText } from './dryRunText.ts';
import { stripBinary, type Picture, type StrippedValue } from './stripBinary.ts';
import { errorText, warningText } from './problemText.ts';
import { failedWrites, receipt } from './receipt.ts';
import type { CallRecord, RunError, RunErrorCode, RunOutcome } from '../runOutcome.ts';
import { scriptMistakes } from '../scriptMistake.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import { defaultBudget, type TextBudget } from '../textBudget.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { SharedStateError } from '../stores/index.ts';

/** Keeps a value that had to be cut and returns its handle. Rejects if the value cannot be kept. */
type StoreResult = (value: JsonValue, size: number) => string | Promise<string>;

/** Maximum share of the budget that console lines may take from the result. */
const LOG_SHARE = 0.3;
/** Number of characters reserved for notes about values and lines that were cut. */
const AROUND = 400;
/** Number of characters of `AROUND` that are reserved for the note about missing values at the end. */
const MISSING = 60;
/** Minimum share of a failure text that the receipt gets, however long the error is. */
const RECEIPT_SHARE = 0.5;
const LONGEST_RECEIPT = 6_000;
/**
 * Maximum number of characters of an average token. Some models of VS Code count any text as a few tokens (cline#5280).
 */
const LONGEST_TOKEN = 10;
/** Maximum number of calls in flight that are named one by one. */
const MOST_UNDECIDED = 10;

interface FormattedResult {
  readonly text: string;
  /** Pictures of the value, in the order in which the text counts them. */
  readonly pictures: readonly Picture[];
}

/**
 * Formats an outcome. Without `keep`, the omitted part of a value is lost. `decidesInFlight` is true if no user can be
 * asked about calls in flight, so that the model decides whether they took effect.
 */
export async function formatResult(
  outcome: RunOutcome,
  budget: TextBudget,
  keep?: StoreResult,
  decidesInFlight = false,
): Promise<FormattedResult> {
  const { value } = outcome;
  const whole = value === undefined ? '' : stringifyExact(value);
  const shown = value === undefined ? undefined : stripBinary(value, whole);
  const logs = outcome.logs.map(logLine).join('\n');
  const roomOfLogs = Math.min(
    await charactersFor(logs, budget, LOG_SHARE),
    Math.floor(roomOf(budget) * LOG_SHARE),
  );
  // The lines are cut before they are escaped, because escapes are longer than the characters that they replace.
  const shownLogs = cutLines(visibleText(cutLines(logs, roomOfLogs)), roomOfLogs + MISSING);
  const left = roomOf(budget) - shownLogs.length;
  const dryRun = dryRunText(outcome, { room: Math.min(left * RECEIPT_SHARE, LONGEST_RECEIPT) });
  const room = left - dryRun.length;
  const head = outcome.ok
    ? await valueText(value, whole, shown, budget, room, keep)
    : failureText(outcome, room, decidesInFlight);
  const survived = outcome.ok ? failedWrites(outcome.calls) : [];
  const notes = [...outcome.notes.map(visibleText), ...survived].map((note) => `Note: ${note}`).join('\n');
  const text = [
    head,
    dryRun,
    ...outcome.warnings.map((warning) => warningText(warning)),
    notes,
    shownLogs && `Console:\n${shownLogs}`,
  ]
    .filter(Boolean)
    .join('\n\n');
  // Notes may be long, so the whole text is cut, too.
  return { text: cutLines(text, roomOf(budget) + AROUND - MISSING), pictures: shown?.pictures ?? [] };
}

/** Number of characters of JSON that a reader with this budget receives unshortened, at four characters per token. */
export function valueCharacters({ tokens }: TextBudget): number {
  return Math.floor(tokens * (1 - LOG_SHARE)) * 4;
}

/** Returns as many whole lines as the budget allows, then the number of missing characters and the advice `next`. */
export async function fitLines(text: string, budget: TextBudget, next = ''): Promise<string> {
  return cutLines(text, Math.min(await charactersFor(text, budget, 1), roomOf(budget)), next);
}

/** Number of characters for the content of a text, without the space for notes. */
function roomOf({ characters = Infinity }: TextBudget): number {
  return Math.max(0, characters - AROUND);
}

async function valueText(
  value: JsonValue | undefined,
  whole: string,
  shown: StrippedValue | undefined,
  budget: TextBudget,
  room: number,
  keep: StoreResult | undefined,
): Promise<string> {
  if (value === undefined || shown === undefined)
    return 'Done. Nothing returned; use `return` to see a value.';
  const text = shown.leftOut === 0 ? whole : stringifyExact(shown.value);
  const characters = Math.min(await charactersFor(text, budget, 1 - LOG_SHARE), room);
  const fits = text.length <= characters;
  if (fits && shown.leftOut === 0) return text;
  const part = fits ? text : cutJson(shown.value, characters);
  const truncated = `Truncated from ${whole.length} characters.`;
  if (!keep) return fits ? text : `${part}\n\n${truncated} Filter or slice in the script.`;
  try {
    const handle = `codemode.results.${await keep(value, whole.length)}`;
    const place = `Whole result, in later scripts: ${handle}.`;
    if (fits) return `${text}\n\n${place}`;
    return `${part}\n\n${truncated} ${place} Filter or slice it, e.g. \`return ${partOf(value, handle)}\`.`;
  } catch (error) {
    if (!(error instanceof SharedStateError)) throw error;
    return `${part}\n\nNot whole: the result has ${whole.length} characters and was not kept. ${error.message} Filter or slice it in the script.`;
  }
}

/** Returns an expression with which a script can take a first look at a result that was too large. */
function partOf(value: JsonValue, handle: string): string {
  if (typeof value === 'string') return `${handle}.slice(0, 5000)`;
  return Array.isArray(value) ? `${handle}.slice(0, 20)` : `Object.keys(${handle})`;
}

/** Estimates how many characters of `text` fit into a share of the budget, from the density of its beginning. */
async function charactersFor(text: string, budget: TextBudget, share: number): Promise<number> {
  const tokens = Math.max(1, Math.floor(budget.tokens * share));
  // A token hardly ever has less than one character.
  if (text.length <= tokens) return text.length;
  const sample = text.slice(0, 8_000);
  const density = sample.length / Math.max(1, await tokensIn(sample, budget));
  return Math.floor(tokens * Math.min(density, LONGEST_TOKEN));
}

/** The script has run, so its result is shown even if the reader's tokenizer fails. */
async function tokensIn(text: string, budget: TextBudget): Promise<number> {
  try {
    return await budget.count(text);
  } catch {
    return defaultBudget.count(text);
  }
}

/** Cuts the errors, which may quote a long answer, so that the receipt stays whole. */
function failureText(outcome: RunOutcome, room: number, decidesInFlight: boolean): string {
  const errors = outcome.errors.map((error) => errorText(error)).join('\n\n');
  // A dry run has made no write that could be repeated, so it needs no receipt.
  if (outcome.dryRun && outcome.calls.length > 0) return cutLines(errors, room);
  const ran = outcome.calls.length > 0 || outcome.errors.some((error) => endedWhileRunning(error));
  const left = Math.max(room - errors.length, Math.floor(room * RECEIPT_SHARE));
  const lines = ran
    ? receipt(outcome.calls, { room: Math.min(left, LONGEST_RECEIPT), said: errors })
    : ['Nothing ran.'];
  const after = [...lines, ...resumption(outcome, decidesInFlight)].join('\n');
  return `${cutLines(errors, Math.max(0, room - after.length))}\n\n${after}`;
}

/** True if the text of a failure offers to resume the run, because another script would repeat finished calls. */
export function offersResume({ runId, isResumable, calls }: RunOutcome): boolean {
  return (
    runId !== undefined &&
    isResumable === true &&
    calls.some(({ state }) => state === 'finished' || state === 'unknown')
  );
}

function resumption(outcome: RunOutcome, decidesInFlight: boolean): readonly string[] {
  const { runId, calls } = outcome;
  if (!offersResume(outcome)) return [];
  const resume = `Resume: executeCode({ resume: "${runId}" }) does not repeat finished calls; add code to change the rest.`;
  const open = decidesInFlight ? undecided(calls) : [];
  if (open.length === 0) return [resume];
  const shown = open.slice(0, MOST_UNDECIDED);
  const fates = shown.map(({ number }) => `"${number}": "happened"`).join(', ');
  const named = shown.map(({ number, path }) => `${number} is ${visibleName(path)}`).join(', ');
  return [
    resume,
    `Look first whether what may have taken effect did, and add inFlight: { ${fates} } ("happened": the script goes on without its answer; "not-happened": the call is made again). Call ${named}${open.length > shown.length ? ' …' : ''}.`,
  ];
}

/** Returns the writes that may have taken effect, with their numbers in the form of `CallInFlight.call`. */
function undecided(
  calls: readonly CallRecord[],
  prefix = '',
): readonly { readonly number: string; readonly path: string }[] {
  return calls.flatMap(({ sequence, path, writes, state, calls: made }) => {
    const number = `${prefix}${sequence}`;
    if (made) return undecided(made, `${number}.`);
    return writes && state === 'unknown' ? [{ number, path }] : [];
  });
}

/** Codes of errors that end a run before its code runs. */
const beforeTheRun: readonly RunErrorCode[] = [
  ...scriptMistakes,
  'server_unavailable',
  'not_recorded',
  'denied',
  'sandbox_unavailable',
];

function endedWhileRunning({ code, toolError }: RunError): boolean {
  return toolError !== undefined || !beforeTheRun.includes(code);
}

function logLine(entry: LogEntry): string {
  return entry.level === 'log' ? entry.text : `[${entry.level}] ${entry.text}`;
}

/** Leaves no half of an emoji, which some providers of models refuse in a request. */
function cutLines(text: string, characters: number, next = ''): string {
  if (text.length <= characters) return text.toWellFormed();
  const end = text.lastIndexOf('\n', characters);
  const shown = text.slice(0, end > 0 ? end : characters).toWellFormed();
  return `${shown}\n… (${text.length - shown.length} more characters)${next && ` ${next}`}`;
}
