// One run as its page shows it: gathered while a script runs, whether runs are recorded or not, or taken from a record. Values of calls are in the
// record alone.
import type { JsonValue } from '../../base/json.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { withoutPath } from '../../engine/formatting/failureMessage.ts';
import type { RunObserver } from '../../engine/executeRequest.ts';
import { forReader } from '../../engine/formatting/advice.ts';
import { dryRunText } from '../../engine/formatting/dryRunText.ts';
import type { CallRecord, RunError, RunOutcome } from '../../engine/runOutcome.ts';
import { endState } from '../../runs/endState.ts';
import { holdValue, type HeldValue } from '../../runs/heldValue.ts';
import type { RecordedValue, RunState } from '../../runs/runEvent.ts';
import type { RecordedCall, RecordedOutput, RunRecord } from '../../runs/runRecord.ts';
import type { OutputEntry, ViewedRun } from '../../runs/runView.ts';
import type { ValueAnswer, ValueQuery } from '../../runs/valueQueries.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { Display } from '../../webview/run/runMessages.ts';
import { displayOf, lastEntry, mostEntries, progressText, recordedOutput, shownEntry } from './outputTexts.ts';

/** The text about the calls that a dry run did not send. */
const longestDryRun = 20_000;

interface HeldDisplay {
  readonly shown: Display;
  readonly value: HeldValue;
}

/** The code that ran: the script as it stands, a part of it, or its code against the record of an earlier run. */
export type RunOf = 'script' | 'selection' | 'replay';

interface RunBeginning {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly of?: RunOf;
  readonly code?: string;
}

export class ShownRun {
  /** The number of the run in the window; a later run has a higher one. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly of: RunOf;
  /** As it ran; of a run that is taken from a record, the record has it. */
  readonly code: string | undefined;
  state: RunState = 'running';
  recordId: string | undefined;
  isDryRun = false;
  isPinned = false;
  durationMs: number | undefined;
  progress: string | undefined;
  value: HeldValue | undefined;
  errors: readonly RunError[] = [];
  warnings: readonly RunError[] = [];
  notes: readonly string[] = [];
  readonly entries: OutputEntry[] = [];
  /** The texts of long entries. */
  readonly longTexts = new Map<number, HeldValue>();
  readonly displays: HeldDisplay[] = [];
  readonly #calls = new Map<number, RecordedCall>();
  /** The progress that the script itself reported. */
  readonly #marks: RecordedOutput[] = [];
  readonly #onChange: () => void;
  #record: RunRecord | undefined;
  #holding: Promise<void> = Promise.resolve();

  /** `onChange`: there is more of it. */
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

  /** The record that it was taken from. */
  get record(): RunRecord | undefined {
    return this.#record;
  }

  /** The view that its calls and its time are drawn from. */
  get viewed(): ViewedRun {
    if (this.#record) return this.#record;
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

  /** Hears of the run while it is on. */
  observer(): RunObserver {
    return {
      onRecorded: (id) => this.#heard(() => (this.recordId = id)),
      onLog: ({ level, text, ms, line }) => this.#heard(() => this.#entry(level, ms, text, line)),
      onForUser: (path, text) => this.#heard(() => this.#entry('forUser', this.#now(), `${visibleName(path)}: ${text}`)),
      onProgress: (message, fraction, sequence) =>
        this.#heard(() => {
          if (sequence !== undefined) return;
          this.progress = progressText(message, fraction);
          this.#marks.push({ kind: 'progress', at: this.#now(), message, ...(fraction !== undefined && { fraction }) });
          this.#entry('progress', this.#now(), this.progress);
        }),
      onDisplay: (block) => this.#heard(() => this.#display(block)),
      onCallStarted: ({ sequence, path }) => this.#heard(() => this.#calls.set(sequence, callOf(sequence, path, this.#now()))),
      onCallEnded: (record) => this.#heard(() => this.#callEnded(record)),
    };
  }

  /** Settles when its values are held. */
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

  /** It did not come to an outcome. */
  broke(error: unknown): void {
    this.#changed(() => {
      this.state = 'failed';
      this.durationMs = this.#now();
      this.errors = [{ code: 'sandbox_died', message: `Failed unexpectedly: ${String(error)}` }];
    });
  }

  /**
   * Takes over what a record has by now: of a run of before this window, or of one that another process or a chat runs. `ask`: of values that have
   * a file of their own.
   */
  take(record: RunRecord, ask: (value: RecordedValue, query: ValueQuery) => Promise<ValueAnswer>): Promise<void> {
    const taken = this.#holding.then(async () => {
      const output = await recordedOutput(record.output, this.#record?.output.length ?? 0, ask);
      this.#changed(() => {
        this.#record = record;
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

  /** Calls in flight go on for a while after the end. */
  #heard(change: () => void): void {
    if (this.isOn) this.#changed(change);
  }

  #changed(change: () => void): void {
    change();
    this.#onChange();
  }

  #callEnded({ sequence, path, state, ms, served, writes, message }: CallRecord): void {
    const known = this.#calls.get(sequence) ?? callOf(sequence, path, Math.max(0, this.#now() - ms));
    const why = state === 'finished' || message === undefined ? '' : shownLine(forReader(withoutPath(path, message), 'user'), 500);
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
      if (this.entries.length === mostEntries) this.entries.push(lastEntry(at, 'Show Output'));
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

  /** One after another, so that they come in their order. */
  #hold(value: JsonValue, held: (value: HeldValue) => void): void {
    this.#holding = this.#holding.then(async () => held(await holdValue(value)));
  }

  #now(): number {
    return Date.now() - this.startedAt;
  }
}

/** A call that was made: nobody hears when it was sent. `path`: `tools.<server>.<tool>`, without hidden characters in the names of either. */
function callOf(call: number, path: string, madeAt: number): RecordedCall {
  const [, server = '', name = path] = /^tools\.([^.]*)\.(.*)$/s.exec(path) ?? [];
  return { call, target: 'tool', server, name, path, writes: false, madeAt, sentAt: madeAt, state: 'unknown', progress: [] };
}
