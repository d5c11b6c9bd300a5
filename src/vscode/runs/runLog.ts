// Writes one run to the output channel: its lines as they come, each with the run's label, and its outcome in one
// piece, so that simultaneous runs can be distinguished. The module is pure; `append` does the writing.
import * as l10n from '@vscode/l10n';
import { servedWords, stateWords } from '../../base/callStates.ts';
import {
  withoutPath,
  forReader,
  dryRunText,
  errorText,
  warningText,
  receipt,
} from '../../engine/formatting/index.ts';
import { redactArguments, type CallRecord, type RunOutcome } from '../../engine/index.ts';
import type { JsonValue } from '../../base/json.ts';
import { withFraction, durationText } from '../../journal/index.ts';
import type { LogEntry } from '../../sandbox/index.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { shownValue } from '../../base/text/shownValue.ts';
import { printableJson, visibleName, visibleText } from '../../base/text/visibleText.ts';
import { localClock } from '../../base/text/localTime.ts';
import { boundedJson } from './boundedJson.ts';

/** Minimum time between two lines of progress in milliseconds, because a script may report progress all the time. */
const progressMs = 1_000;
/** Prefix of each line of the script's console, as on the terminal; Code Mode's own lines have none. */
const mark = '│ ';
/** Maximum length of the shown arguments of a call that can write, in characters. */
const longestInput = 300;
/** Maximum length of the text about the calls that a dry run did not send, in characters. */
const longestDryRun = 100_000;

export interface RunLogParts {
  readonly name: string;
  /** File name for the positions of errors; absent for a chat's script. */
  readonly file?: string;
  /** Start time in milliseconds since 1970. */
  readonly startedAt: number;
  /** Writes whole lines. */
  readonly append: (text: string) => void;
  /** Replaces the secrets that servers were given. */
  readonly hideSecrets: (text: string) => string;
  /** Maximum length of the result, in characters. */
  readonly longestResult: number;
  /** True if another reader gets the result. The log then omits values of fields whose names mark them as secret. */
  readonly isTrace: boolean;
  readonly now: () => number;
}

export class RunLog {
  readonly #parts: RunLogParts;
  readonly #label: string;
  #nextProgressAt = 0;
  /** True after the end; the log then ignores calls in flight. */
  #isOver = false;

  constructor(parts: RunLogParts) {
    this.#parts = parts;
    this.#label = `[${localClock(parts.startedAt)} ${visibleName(parts.name)}]`;
  }

  started(): void {
    this.#write(l10n.t('Started.'));
  }

  console({ level, text }: LogEntry): void {
    this.#write(
      `${mark}${visibleText(level === 'log' ? text : `[${level}] ${text}`).replaceAll('\n', `\n${mark}`)}`,
    );
  }

  callEnded({ path, ms, state, served, writes, message, input }: CallRecord): void {
    const given = writes && input !== undefined ? ` ${shownValue(input, longestInput, false)}` : '';
    const why =
      state === 'finished'
        ? ''
        : `, ${stateWords[state]}${message === undefined ? '' : `: ${visibleText(forReader(withoutPath(path, message), 'user'))}`}`;
    this.#write(`→ ${visibleName(path)}${given} · ${served ? servedWords : durationText(ms)}${why}`);
  }

  /** Writes a progress report with words. The progress of a call without words appears in the status bar alone. */
  progress(message: string, fraction: number | undefined): void {
    if (/^(?:tools\.\S+:)?\s*$/.test(message)) return;
    if (this.#parts.now() < this.#nextProgressAt) return;
    this.#nextProgressAt = this.#parts.now() + progressMs;
    this.#write(`… ${withFraction(shownLine(message), fraction)}`);
  }

  forUser(path: string, text: string): void {
    this.#write(l10n.t('For you, from {0}: {1}', visibleName(path), visibleText(text)));
  }

  ended(outcome: RunOutcome): void {
    const { file, isTrace, longestResult } = this.#parts;
    const result = resultText(outcome.value, longestResult, isTrace ? redactArguments : undefined);
    const shown = result === undefined ? [] : [`${this.#labelled(l10n.t('Result:'))}${result}\n`];
    this.#append([...shown, ...outcomeLines(outcome, file).map((line) => this.#labelled(line))].join(''));
    this.#isOver = true;
  }

  /** Ends the log with an error of Code Mode itself, without an outcome. */
  broke(error: unknown): void {
    this.#write(l10n.t('Failed unexpectedly: {0}', visibleText(String(error))));
    this.#isOver = true;
  }

  #write(text: string): void {
    this.#append(this.#labelled(text));
  }

  /** Indents further lines, so that none of them looks like a line of another run. */
  #labelled(text: string): string {
    return `${this.#label} ${text.replaceAll('\n', '\n    ')}\n`;
  }

  #append(lines: string): void {
    if (!this.#isOver) this.#parts.append(this.#parts.hideSecrets(lines));
  }
}

/** Returns the lines about the outcome without its value. `file`: file name of the script, for positions of errors. */
export function outcomeLines(outcome: RunOutcome, file?: string): readonly string[] {
  const options = { reader: 'user', ...(file !== undefined && { file }) } as const;
  const warnings = outcome.warnings.map((warning) => warningText(warning, options));
  const took = durationText(outcome.durationMs);
  const unsent = dryRunText(outcome, { reader: 'user', room: longestDryRun });
  const dryRun = unsent === '' ? [] : [unsent];
  if (outcome.ok) {
    const displays = outcome.displays.map((block) => `[${block.type}]`);
    const nothing = outcome.value === undefined ? [l10n.t('Nothing returned.')] : [];
    return [...nothing, ...displays, ...warnings, ...dryRun, l10n.t('Done in {0}.', took)];
  }
  const said = outcome.errors.map(({ message }) => message).join(' ');
  const made =
    unsent === '' && outcome.calls.length > 0
      ? [receipt(outcome.calls, { reader: 'user', said }).join('\n')]
      : dryRun;
  // The user's own action needs no explanation.
  const [error] = outcome.errors;
  const ofRun = error?.toolError === undefined;
  if (ofRun && error?.code === 'cancelled')
    return [...warnings, ...made, l10n.t('Cancelled after {0}.', took)];
  if (ofRun && error?.code === 'denied') {
    const end = made.length > 0 ? l10n.t('Stopped after {0}.', took) : l10n.t('Nothing ran.');
    return [...warnings, ...made, `${forReader(error.message, 'user')} ${end}`];
  }
  const failures = outcome.errors.map((one) => errorText(one, options));
  return [...failures, ...warnings, ...made, l10n.t('Failed after {0}.', took)];
}

/** Returns the result of a script as JSON of at most about `longest` characters; undefined if it returned nothing. */
function resultText(
  value: JsonValue | undefined,
  longest: number,
  hide: ((part: JsonValue) => JsonValue) | undefined,
): string | undefined {
  if (value === undefined) return undefined;
  const { text, isWhole } = boundedJson(value, longest, hide);
  return isWhole ? printableJson(text) : l10n.t('{0}\n… (the rest is left out)', printableJson(text));
}
