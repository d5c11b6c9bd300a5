// One run of a script as its panel shows it: gathered while it runs, whether runs are recorded or not. Values of calls are in the record alone.
import type { JsonValue } from '../../base/json.ts';
import type { RunObserver } from '../../engine/executeRequest.ts';
import { servedWords, type CallRecord, type RunError, type RunOutcome } from '../../engine/runOutcome.ts';
import { withoutPath } from '../../engine/calls/failureMessage.ts';
import { forReader } from '../../engine/formatting/advice.ts';
import { dryRunText } from '../../engine/formatting/dryRunText.ts';
import { endState } from '../../runs/endState.ts';
import { holdValue, type HeldValue } from '../../runs/heldValue.ts';
import type { RunState } from '../../runs/runEvent.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { runViewOf, type CallBar, type OutputEntry, type ShownTool } from '../../runs/runView.ts';
import type { Display } from '../../webview/result/resultMessages.ts';
import { displayOf, lastEntry, mostEntries, progressText, shownEntry, type ShownOutput } from './outputTexts.ts';

/** Of what a dry run did not send. */
const longestDryRun = 20_000;

interface HeldDisplay {
  readonly shown: Display;
  readonly value: HeldValue;
}

/** What ran: the script as it stands, a part of it, or its code against the record of an earlier run. */
export type RunOf = 'script' | 'selection' | 'replay';

export class ScriptRun {
  /** Of the window; a later one has a higher one. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly of: RunOf;
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
  readonly calls = new Map<number, CallBar>();
  /** Those that were called, each once. */
  readonly tools: ShownTool[] = [];
  readonly displays: HeldDisplay[] = [];
  /** Calls that have changed since they were last taken. */
  readonly changedCalls = new Set<number>();
  readonly #toolIndex = new Map<string, number>();
  readonly #onChange: () => void;
  #holding: Promise<void> = Promise.resolve();

  /** `onChange`: there is more of it. */
  constructor(number: number, { startedAt, of = 'script' }: { startedAt: number; of?: RunOf }, onChange: () => void) {
    this.number = number;
    this.startedAt = startedAt;
    this.of = of;
    this.#onChange = onChange;
  }

  get isOn(): boolean {
    return this.state === 'running';
  }

  get failedCalls(): number {
    return [...this.calls.values()].filter(({ state }) => state === 'failed').length;
  }

  /** Hears of the run while it is on. */
  observer(): RunObserver {
    return {
      onRecorded: (id) => this.#heard(() => (this.recordId = id)),
      onLog: ({ level, text, ms, line }) => this.#heard(() => this.#entry(level, ms, text, line)),
      onForUser: (path, text) => this.#heard(() => this.#entry('forUser', this.#now(), `${path}: ${text}`)),
      onProgress: (message, fraction, sequence) =>
        this.#heard(() => {
          if (sequence !== undefined) return;
          this.progress = progressText(message, fraction);
          this.#entry('progress', this.#now(), this.progress);
        }),
      onDisplay: (block) => this.#heard(() => this.#display(block)),
      onCallStarted: ({ sequence, path }) =>
        this.#heard(() => this.#call({ call: sequence, tool: this.#toolOf(path), state: 'running', madeAt: this.#now() })),
      onCallEnded: ({ sequence, path, state, ms, served, message }) =>
        this.#heard(() => {
          const why = message === undefined ? '' : shownLine(forReader(withoutPath(path, message), 'user'), 500);
          this.#callEnded({ sequence, path, state, ms }, state === 'finished' ? (served ? servedWords : '') : why);
        }),
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
      // What had no answer when it ended.
      for (const { sequence, path, state, ms } of outcome.calls) {
        if (this.calls.get(sequence)?.state === 'running') this.#callEnded({ sequence, path, state, ms }, '');
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

  /** Takes over what a record has of a run that is over: the panel comes back with its window. `output`: what is shown of the record's. */
  restore(record: RunRecord, output: readonly ShownOutput[]): void {
    this.#changed(() => {
      this.recordId = record.id;
      this.state = record.state === 'running' ? 'interrupted' : record.state;
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
      const { bars, tools } = runViewOf({ ...record, callList: record.callList.filter(({ target }) => target !== 'codemode') }, [], 0);
      this.tools.push(...tools.map((tool) => ({ ...tool, path: visibleName(tool.path) })));
      for (const { message, ...bar } of bars) this.#call({ ...bar, ...(message !== undefined && { message: shownLine(message) }) });
    });
  }

  /** What was in flight goes on for a while after the end. */
  #heard(change: () => void): void {
    if (this.isOn) this.#changed(change);
  }

  #changed(change: () => void): void {
    change();
    this.#onChange();
  }

  #callEnded({ sequence, path, state, ms }: Pick<CallRecord, 'sequence' | 'path' | 'state' | 'ms'>, message: string): void {
    const madeAt = this.calls.get(sequence)?.madeAt ?? Math.max(0, this.#now() - ms);
    const ended = { call: sequence, tool: this.#toolOf(path), state, madeAt, endedAt: madeAt + ms };
    this.#call({ ...ended, ...(message !== '' && { message }) });
  }

  #call(bar: CallBar): void {
    this.calls.set(bar.call, bar);
    this.changedCalls.add(bar.call);
  }

  /** Its index. The panel shows no servers, so that all are in one lane. */
  #toolOf(path: string): number {
    const known = this.#toolIndex.get(path);
    if (known !== undefined) return known;
    const index = this.tools.push({ lane: 0, name: visibleName(path), path: visibleName(path), writes: false, lines: [] }) - 1;
    this.#toolIndex.set(path, index);
    return index;
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
