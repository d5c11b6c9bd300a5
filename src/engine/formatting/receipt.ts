// Lists the calls of a run that failed, so that a retry does not repeat a write. Each call that can write has a line
// with the arguments that tell it from the others; calls that only read are counted.
import { shownLine } from '../../base/text/plainText.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import { effectWords } from './effectOf.ts';
import { withoutPath } from './failureMessage.ts';
import { flatCalls, type CallRecord, type FlatCall } from '../runOutcome.ts';
import { forReader, type Reader } from './advice.ts';
import { callArguments } from './callArguments.ts';
import type { CallState } from '../../base/callStates.ts';

interface ReceiptOptions {
  /** The reader of the text; default `model`. */
  readonly reader?: Reader;
  /** Maximum length in characters, which decides how much detail is shown; default 6,000. */
  readonly room?: number;
  /** The text of the errors, whose messages the receipt does not repeat. */
  readonly said?: string | undefined;
}

const DEFAULT_ROOM = 6_000;
/** Maximum length of a server's progress message, in characters. */
const LONGEST_WORDS = 100;

/** Number of lines for each state and their length in characters, from the most detail to the least. */
const details = [
  { lines: 24, width: 140 },
  { lines: 12, width: 100 },
  { lines: 6, width: 70 },
  { lines: 4, width: 48 },
  { lines: 2, width: 32 },
] as const;
type Detail = (typeof details)[number];

/** States in the order of the receipt; `dryRunText` lists the calls that a dry run did not send. */
const states: readonly CallState[] = ['finished', 'failed', 'denied', 'not_called', 'unknown'];

const titles: Record<Reader, Record<CallState, string>> = {
  model: {
    finished: 'finished',
    failed: 'failed',
    denied: 'not allowed by the user (do not retry unless the user asks)',
    not_called: 'not called (no effect)',
    unknown: 'in flight',
    dry_run: 'not sent (dry run)',
  },
  user: {
    finished: 'finished',
    failed: 'failed',
    denied: 'not allowed',
    not_called: 'not called',
    unknown: 'in flight when the run ended',
    dry_run: 'not sent (dry run)',
  },
};

/** Titles of states that contain calls which can write. */
const writeTitles: Record<Reader, Partial<Record<CallState, string>>> = {
  model: {
    finished: 'finished (do not repeat writes)',
    unknown: 'may have taken effect (look before you repeat a write)',
  },
  user: { unknown: 'may have taken effect' },
};

/** Returns lines of at most about `room` characters in total; one line if there were no calls. */
export function receipt(
  calls: readonly CallRecord[],
  { reader = 'model', room = DEFAULT_ROOM, said }: ReceiptOptions = {},
): readonly string[] {
  if (calls.length === 0) return [reader === 'model' ? 'Receipt: no calls.' : 'No calls.'];
  const words = new Words(flatCalls(calls), reader, said);
  let lines: readonly string[] = [];
  for (const detail of details) {
    lines = [
      reader === 'model' ? 'Receipt of all calls:' : 'Calls:',
      ...states.flatMap((state) => section(words.title(state), words.of(state, detail))),
    ];
    if (lines.reduce((sum, line) => sum + line.length + 1, 0) <= room) return lines;
  }
  return lines;
}

/** Maximum number of calls that are named in one line. */
const MOST_NAMED = 4;
/** Maximum length of a call with its arguments in such a line, in characters. */
const NAMED_WIDTH = 80;

/** Returns at most two lines about writes that failed, or may have taken effect, although the script succeeded. */
export function failedWrites(calls: readonly CallRecord[]): readonly string[] {
  const writes = flatCalls(calls).filter(({ writes: canWrite }) => canWrite);
  const words = new Words(writes, 'model', undefined);
  // A call that was still open when the script ended has no message; the console reports that it was not awaited.
  const failed = words.inOneLine(
    ({ state, message }) =>
      state === 'failed' || state === 'denied' || (state === 'not_called' && message !== undefined),
  );
  const open = words.inOneLine(({ state }) => state === 'unknown');
  return [
    ...(failed === undefined ? [] : [`calls that can write and failed: ${failed}.`]),
    ...(open === undefined ? [] : [`may have taken effect (look before you repeat it): ${open}.`]),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`  ${title}:`, ...lines.map((line) => `    ${line}`)];
}

/** Writes the calls of one run. */
class Words {
  readonly #calls: readonly FlatCall[];
  readonly #reader: Reader;
  readonly #said: string | undefined;
  readonly #argumentsOf: ReadonlyMap<string, ReturnType<typeof callArguments>>;

  constructor(calls: readonly FlatCall[], reader: Reader, said: string | undefined) {
    this.#calls = calls;
    this.#reader = reader;
    this.#said = said;
    const groups = Map.groupBy(calls, ({ path }) => path);
    this.#argumentsOf = new Map([...groups].map(([path, same]) => [path, callArguments(same)]));
  }

  title(state: CallState): string {
    const hasWrites = this.#calls.some((call) => call.state === state && call.writes);
    const { [state]: written } = writeTitles[this.#reader];
    return (hasWrites ? written : undefined) ?? titles[this.#reader][state];
  }

  of(state: CallState, { lines, width }: Detail): readonly string[] {
    const calls = this.#calls.filter((call) => call.state === state);
    const writes = calls.filter((call) => call.writes);
    const reads = Map.groupBy(
      calls.filter((call) => !call.writes),
      ({ path }) => path,
    );
    const readLines = [...reads.values()].slice(0, lines).map((same) => this.#reads(same, width));
    const others =
      reads.size > readLines.length ? [`… and ${reads.size - readLines.length} more read-only tools`] : [];
    return [...this.#writes(writes, lines, width), ...readLines, ...others];
  }

  /** Returns a text such as `tools.a.b(…), tools.a.c(…) and 3 more`; undefined if no call matches. */
  inOneLine(isMeant: (call: FlatCall) => boolean): string | undefined {
    const calls = this.#calls.filter(isMeant);
    if (calls.length === 0) return undefined;
    const named = calls.slice(0, MOST_NAMED).map((call) => this.#named(call, NAMED_WIDTH));
    return `${named.join(', ')}${calls.length > named.length ? ` and ${calls.length - named.length} more` : ''}`;
  }

  #writes(calls: readonly FlatCall[], most: number, width: number): readonly string[] {
    const { first, hidden, last } = endsOf(calls, most);
    const shown = [...first, ...last];
    const lines = shown.map((call) => this.#write(call, width));
    const isTwice = (line: string) => lines.indexOf(line) !== lines.lastIndexOf(line);
    const apart = shown.map(
      (call, index) => `${lines[index] ?? ''}${isTwice(lines[index] ?? '') ? `, call ${call.sequence}` : ''}`,
    );
    const more = hidden.length > 0 ? [`… ${hidden.length} more that can write: ${callCounts(hidden)}`] : [];
    return apart.toSpliced(first.length, 0, ...more);
  }

  #write(call: FlatCall, width: number): string {
    const { within } = call;
    const where = within === undefined ? '' : `, in ${visibleName(within)}`;
    return `${this.#named(call, width)} (${call.isUndeclared ? effectWords.undeclared : effectWords.writes}${where})${this.#waited([call])}${this.#reason(call)}`;
  }

  #named(call: CallRecord, width: number): string {
    const path = visibleName(call.path);
    if (call.flowed && this.#reader === 'model') return path;
    const words = this.#arguments(call, Math.max(LEAST_OF_ARGUMENTS, width - path.length));
    return words === '' ? path : `${path}(${words})`;
  }

  /** Writes the calls of a tool that only reads, with the arguments of each if there is space. */
  #reads(calls: readonly CallRecord[], width: number): string {
    const [first] = calls;
    if (!first) return '';
    if (calls.length === 1) return `${this.#named(first, width)}${this.#waited(calls)}${this.#reason(first)}`;
    const line = `${visibleName(first.path)} × ${calls.length}`;
    const room = width - line.length - 4;
    const each = Math.floor(room / calls.length);
    const isRoom = each >= LEAST_OF_ARGUMENTS;
    const named = isRoom ? calls.map((call) => this.#arguments(call, each)).filter(Boolean) : [];
    return `${line}${named.length > 0 ? `: ${named.join(', ')}` : ''}${this.#waited(calls)}`;
  }

  #arguments(call: CallRecord, room: number): string {
    return this.#argumentsOf.get(call.path)?.(call, room) ?? '';
  }

  #waited(calls: readonly CallRecord[]): string {
    const [first] = calls;
    if (first?.state !== 'unknown' || first.message !== undefined) return '';
    const ms = Math.round(Math.max(...calls.map((call) => call.ms)));
    return `, waited for ${calls.length > 1 ? 'up to ' : ''}${ms} ms${calls.map(progressText).findLast(Boolean) ?? ''}`;
  }

  /** Returns the reason of the failure, unless the error of the run already contains it. */
  #reason({ state, path, message = '' }: CallRecord): string {
    if (message === '' || state === 'denied') return '';
    if (this.#said?.includes(message)) return '';
    return `: ${visibleText(shownLine(forReader(withoutPath(path, message), this.#reader), LONGEST_WORDS))}`;
  }
}

/** Minimum number of characters for the arguments of a call; fewer characters would tell nothing. */
const LEAST_OF_ARGUMENTS = 20;

/** Splits calls beyond `most`, so that both ends show: a loop that ended early continues after the last one. */
export function endsOf(calls: readonly FlatCall[], most: number) {
  if (calls.length <= most) return { first: calls, hidden: [], last: [] };
  const half = Math.ceil(most / 2);
  return {
    first: calls.slice(0, half),
    hidden: calls.slice(half, half - most),
    last: calls.slice(half - most),
  };
}

/** Returns counts such as `tools.a.b × 12, tools.a.c`. */
export function callCounts(calls: readonly CallRecord[]): string {
  const groups = [...Map.groupBy(calls, ({ path }) => path)].map(
    ([path, { length }]) => `${visibleName(path)}${length > 1 ? ` × ${length}` : ''}`,
  );
  return groups.length > 4 ? `${groups.slice(0, 4).join(', ')} and others` : groups.join(', ');
}

function progressText({ progress }: CallRecord): string {
  if (!progress) return '';
  const { message, fraction } = progress;
  const words = message.length > LONGEST_WORDS ? `${message.slice(0, LONGEST_WORDS)}…` : message;
  const parts = [
    ...(words === '' ? [] : [JSON.stringify(words)]),
    ...(fraction === undefined ? [] : [`${Math.round(fraction * 100)} %`]),
  ];
  return parts.length > 0 ? `, progress: ${parts.join(', ')}` : '';
}
