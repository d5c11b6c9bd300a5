// The state of one run for its page. It is gathered while a script runs, with or without a record, or is taken from a
// record. Only a record holds the values of calls.
import * as l10n from '@vscode/l10n';
import type { JsonValue } from '../../base/json.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { withoutPath, forReader, dryRunText } from '../../engine/formatting/index.ts';
import type { RunObserver, CallRecord, RunError, RunOutcome } from '../../engine/index.ts';
import { holdValue, type HeldValue } from '../../journal/values/index.ts';
import {
  endState,
  type RunState,
  type RecordedCall,
  type RecordedOutput,
  type RunRecord,
  type OutputEntry,
  type ViewedRun,
} from '../../journal/index.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { Display } from '../pages/run/runMessages.ts';
import {
  displayOf,
  lastEntry,
  mostEntries,
  progressText,
  recordedOutput,
  shownEntry,
  type AskRecorded,
} from './outputTexts.ts';

/** Maximum length of the text about the calls that a dry run did not send, in characters. */
const longestDryRun = 20_000;

/** The code that ran: the whole script, its selection, or the whole script as a replay of an earlier run. */
export type RunOf = 'script' | 'selection' | 'replay';

type RunBeginning = Pick<ShownRun, 'startedAt'> & Partial<Pick<ShownRun, 'of' | 'code'>>;

export class ShownRun {
  /** Number of the run in the window; later runs have higher numbers. */
  readonly number: number;
  /** Start time in milliseconds since 1970. */
  readonly startedAt: number;
  readonly of: RunOf;
  /** The code that ran; undefined for a run taken from a record, which holds the code itself. */
  readonly code: string | undefined;
  state: RunState = 'running';
  recordId: string | undefined;
  /** The record that the run was taken from; undefined if there is none. */
  record: RunRecord | undefined;
  isDryRun = false;
  isPinned = false;
  durationMs: number | undefined;
  progress: string | undefined;
  value: HeldValue | undefined;
  errors: readonly RunError[] = [];
  warnings: readonly RunError[] = [];
  notes: readonly string[] = [];
  readonly entries: OutputEntry[] = [];
  /** The whole texts of long entries, by the index of the entry. */
  readonly longTexts = new Map<number, HeldValue>();
  readonly displays: { readonly shown: Display; readonly value: HeldValue }[] = [];
  readonly #calls = new Map<number, RecordedCall>();
  /** The progress reports of the script itself. */
  readonly #marks: RecordedOutput[] = [];
  readonly #onChange: () => void;
  #holding: Promise<void> = Promise.resolve();

  /** `onChange`: called when the run has changed. */
  constructor(number: number, { startedAt, of = 'script', code }: RunBeginning, onChange: () => void) {
    this.number = number;
    this.startedAt = startedAt;
    this.of = of;
    this.code = code;
    this.#onChange = onChange;
  }

  get isOn(): boolean {
    return this.state === 'running';
  }

  /** The run as the timeline of calls draws it. */
  get viewed(): ViewedRun {
    if (this.record) return this.record;
    const { state, startedAt, durationMs } = this;
    return {
      state,
      startedAt,
      ...(durationMs !== undefined && { durationMs }),
      callList: [...this.#calls.values()],
      output: this.#marks,
      ticks: [],
      questions: [],
    };
  }

  /** Returns an observer that gathers the run in progress. */
  observer(): RunObserver {
    return {
      onRecorded: (id) => this.#heard(() => (this.recordId = id)),
      onLog: ({ level, text, ms, line }) => this.#heard(() => this.#entry(level, ms, text, line)),
      onForUser: (path, text) =>
        this.#heard(() => this.#entry('forUser', this.#now(), `${visibleName(path)}: ${text}`)),
      onProgress: (message, fraction, sequence) =>
        this.#heard(() => {
          if (sequence !== undefined) return;
          this.progress = progressText(message, fraction);
          this.#marks.push({
            kind: 'progress',
            at: this.#now(),
            message,
            ...(fraction !== undefined && { fraction }),
          });
          this.#entry('progress', this.#now(), this.progress);
        }),
      onDisplay: (block) => this.#heard(() => this.#display(block)),
      onCallStarted: ({ sequence, path }) =>
        this.#heard(() => this.#calls.set(sequence, callOf(sequence, path, this.#now()))),
      onCallEnded: (record) => this.#heard(() => this.#callEnded(record)),
    };
  }

  /** Takes over the outcome. Resolves when all values are stored for the page. */
  async ended(outcome: RunOutcome): Promise<void> {
    const unsent = dryRunText(outcome, { reader: 'user', room: longestDryRun });
    await this.#holding;
    const value = outcome.value === undefined ? undefined : await holdValue(outcome.value);
    this.#changed(() => {
      this.state = endState(outcome);
      this.isDryRun = outcome.dryRun !== undefined;
      this.durationMs = outcome.durationMs;
      this.errors = outcome.errors;
      this.warnings = outcome.warnings;
      this.notes = [...outcome.notes, ...(unsent === '' ? [] : [unsent])];
      this.recordId ??= outcome.runId;
      this.value = value;
      // These calls had no answer when the run ended.
      for (const call of outcome.calls) {
        const known = this.#calls.get(call.sequence);
        if (known && known.answeredAt === undefined) this.#callEnded(call);
      }
    });
  }

  /** Ends the run with an error of Code Mode itself, without an outcome. */
  broke(error: unknown): void {
    this.#changed(() => {
      this.state = 'failed';
      this.durationMs = this.#now();
      this.errors = [{ code: 'sandbox_died', message: l10n.t('Failed unexpectedly: {0}', String(error)) }];
    });
  }

  /**
   * Takes over the present content of a record: of a run before this window, or of one that another process or a chat
   * runs.
   */
  take(record: RunRecord, ask: AskRecorded): Promise<void> {
    const taken = this.#holding.then(async () => {
      const output = await recordedOutput(record.output, this.record?.output.length ?? 0, ask);
      this.#changed(() => {
        this.record = record;
        this.recordId = record.id;
        this.state = record.state;
        this.isDryRun = record.dryRun;
        this.durationMs = record.durationMs;
        this.errors = record.errors;
        this.warnings = record.warnings;
        this.notes = record.notes;
        this.value = record.value;
        for (const one of output) {
          if ('display' in one) this.displays.push({ shown: one.display, value: one.value });
          else {
            if (one.value) this.longTexts.set(this.entries.length, one.value);
            this.entries.push(one.entry);
          }
        }
      });
    });
    this.#holding = taken.catch(() => undefined);
    return taken;
  }

  /** Applies a change while the run is in progress. Calls in flight may report after its end. */
  #heard(change: () => void): void {
    if (this.isOn) this.#changed(change);
  }

  #changed(change: () => void): void {
    change();
    this.#onChange();
  }

  #callEnded({ sequence, path, state, ms, served, writes, message }: CallRecord): void {
    const known = this.#calls.get(sequence) ?? callOf(sequence, path, Math.max(0, this.#now() - ms));
    const why =
      state === 'finished' || message === undefined
        ? ''
        : shownLine(forReader(withoutPath(path, message), 'user'), 500);
    this.#calls.set(sequence, {
      ...known,
      state,
      writes,
      answeredAt: known.madeAt + ms,
      ...(served && { decision: { allowed: true, by: 'record' } }),
      ...(why !== '' && { error: { code: 'tool_failed', message: why, failure: { bytes: 0 } } }),
    });
  }

  #entry(kind: OutputEntry['kind'], at: number, text: string, line?: number): void {
    if (this.entries.length >= mostEntries) {
      if (this.entries.length === mostEntries) this.entries.push(lastEntry(at, l10n.t('Show Output')));
      return;
    }
    const shown = shownEntry(text);
    if (shown.opens) {
      const index = this.entries.length;
      this.#hold(text, (value) => this.longTexts.set(index, value));
    }
    this.entries.push({ at, kind, ...shown, ...(line !== undefined && { line }) });
  }

  #display(block: JsonValue): void {
    const shown = displayOf(block);
    this.#hold(block, (value) => this.#changed(() => this.displays.push({ shown, value })));
  }

  /** Stores the values for the page one after another, so that they keep their order. */
  #hold(value: JsonValue, held: (value: HeldValue) => void): void {
    this.#holding = this.#holding.then(async () => held(await holdValue(value)));
  }

  #now(): number {
    return Date.now() - this.startedAt;
  }
}

/**
 * Returns a call that was just made; its sending time is unknown, so the time of making stands for it. `path`:
 * `tools.<server>.<tool>`, without hidden characters in either name.
 */
function callOf(call: number, path: string, madeAt: number): RecordedCall {
  const [, server = '', name = path] = /^tools\.([^.]*)\.(.*)$/s.exec(path) ?? [];
  return {
    call,
    target: 'tool',
    server,
    name,
    path,
    writes: false,
    madeAt,
    sentAt: madeAt,
    state: 'unknown',
    progress: [],
  };
}
