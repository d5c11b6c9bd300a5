// Turns the events of one run into lines and passes them to the file of its record.
import type { CallFailure } from '../../base/callFailure.ts';
import type { ContentBlock } from '../../base/contentBlock.ts';
import type { JsonValue } from '../../base/json.ts';
import {
  textTokens,
  valueTokens,
  type CallDecision,
  type RunRecorder,
  type ScriptStart,
  type CalledTool,
  type CallRecord,
  type RunError,
  type RunOutcome,
} from '../../engine/index.ts';
import { SharedStateError } from '../../engine/stores/index.ts';
import type { CallReply, GuestCall, LogEntry, RunConditions, Tick } from '../../sandbox/index.ts';
import { spansOf } from './recordedTicks.ts';
import type { RecordFile } from './recordFile.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { RecordedValues } from './recordedValues.ts';
import { callShapeOf, toolOf } from './callKey.ts';
import { mustBeRecorded } from './resumable.ts';
import {
  endState,
  type RecordedDecision,
  type RecordedValue,
  type EventOf,
  type RunEvent,
} from './runEvent.ts';
import { RunTally } from './runTally.ts';
import { stringifyExact } from '../../base/exactJson.ts';

interface FileRecorderOptions {
  readonly id: string;
  /** Returns the first event of the record. */
  readonly begin: () => EventOf<'begin'>;
  readonly file: RecordFile;
  readonly values: RecordedValues;
  readonly redactor: Redactor;
  /**
   * True if the record holds no values: neither texts of servers and scripts, nor the data that only a replay needs.
   */
  readonly metadataOnly: boolean;
  readonly code: string;
  readonly resumes?: string;
  /** `RunRecorder.saved`; set if other machines rely on the record. */
  readonly saved?: () => Promise<string | undefined>;
  /** Called with the counts of all events of the run. */
  readonly onEnded: (tally: RunTally) => void;
}

/** An event before it is written; members that are `undefined` are absent from its JSON. */
type MadeEvent = WithUndefined<RunEvent>;
type WithUndefined<Event> = Event extends unknown
  ? { [Key in keyof Event]: Event[Key] | OfOptional<Event, Key> }
  : never;
type OfOptional<Event, Key extends keyof Event> =
  Partial<Pick<Event, Key>> extends Pick<Event, Key> ? undefined : never;

/** The arguments of `RunRecorder.decided`. */
interface Decided {
  readonly tool: CalledTool;
  readonly decision: CallDecision;
}

/** A call of a tool or a feature that has no answer yet. */
interface RecordedOpenCall {
  /** `server.tool` of the call, as `toolOf` returns it. */
  readonly tool: string | undefined;
  isDecided: boolean;
  /** The decision that allowed the call, until a line records it. */
  allowed?: Decided | undefined;
  /** True if the call can write and was sent. */
  sentWrite: boolean;
}

export class FileRecorder implements RunRecorder {
  readonly #options: FileRecorderOptions;
  readonly #startedAt = performance.now();
  readonly #tally = new RunTally();
  /** Open calls by their number. */
  readonly #open = new Map<number, RecordedOpenCall>();
  /** Numbers of the calls that were answered before a decision was written. */
  readonly #undecided = new Set<number>();
  #isOver = false;

  /** Writes the first event of the record. */
  constructor(options: FileRecorderOptions) {
    this.#options = options;
    this.#add(options.begin);
  }

  get id(): string | undefined {
    const { id, file } = this.#options;
    return file.isOver && file.bytes === 0 ? undefined : id;
  }

  get isResumable(): boolean {
    return !this.#options.metadataOnly && !this.#options.file.isOver;
  }

  /**
   * A run that resumes another one must have a record. Without it, the earlier run could be resumed again, and the
   * writes of this run would be repeated. If several machines share the records, the other machines must know of the
   * run.
   */
  async ready(): Promise<string | undefined> {
    const { resumes, file, saved } = this.#options;
    if (resumes === undefined && !saved) return undefined;
    await file.flushed();
    const { failure } = file;
    if (failure instanceof SharedStateError) return `The run cannot be recorded. ${failure.message}`;
    return resumes !== undefined && file.isOver
      ? mustBeRecorded(resumes, 'its record cannot be written')
      : undefined;
  }

  saved(): Promise<string | undefined> {
    return this.#options.saved?.() ?? Promise.resolve(undefined);
  }

  scriptStarted({ names, results, limits, typeCheck, catalog }: ScriptStart): void {
    const kept = Object.entries(results);
    this.#add((at) => ({
      t: 'script',
      at,
      limits,
      typeCheck,
      catalog,
      names: this.#options.values.of(names),
      ...(kept.length > 0 && {
        results: Object.fromEntries(kept.map(([handle, value]) => [handle, this.#options.values.of(value)])),
      }),
    }));
  }

  conditions(conditions: RunConditions): void {
    if (!this.#options.metadataOnly) this.#add((at) => ({ t: 'conditions', at, conditions }));
  }

  tick(tick: Tick): void {
    if (!this.#options.metadataOnly) this.#add((at) => ({ t: 'tick', at, tick: spansOf(tick) }));
  }

  called(call: GuestCall): void {
    const { sequence } = call;
    const shape = callShapeOf(call);
    const { target, server, name, form, input } = shape;
    const tool = toolOf(shape);
    const isOfServer = target !== 'codemode';
    if (isOfServer) this.#open.set(sequence, { tool, isDecided: false, sentWrite: false });
    this.#add((at) => ({
      t: 'call',
      at,
      call: sequence,
      target,
      ...(isOfServer && { server }),
      name,
      ...(form === 'raw' && { form }),
      input: this.#value(input, tool),
    }));
  }

  decided(sequence: number, tool: CalledTool, decision: CallDecision): void {
    const open = this.#open.get(sequence);
    if (open) open.isDecided = true;
    if (decision.allowed && open) open.allowed = { tool, decision };
    else this.#decided(sequence, { tool, decision });
  }

  sending(sequence: number, writes: boolean): Promise<string | undefined> | undefined {
    const open = this.#open.get(sequence);
    const decided = open?.allowed;
    this.#add((at) => ({ t: 'sent', at, call: sequence, decided: decided && this.#decisionOf(decided) }));
    if (open) open.allowed = undefined;
    if (!writes) return undefined;
    if (open) open.sentWrite = true;
    return this.#options.file.flushed();
  }

  answered(sequence: number, reply: CallReply, record: CallRecord | undefined): void {
    const open = this.#open.get(sequence);
    this.#open.delete(sequence);
    if (open?.allowed) this.#decided(sequence, open.allowed);
    if (open && !open.isDecided) this.#undecided.add(sequence);
    const state = record?.state === 'finished' ? undefined : record?.state;
    this.#add((at) => ({
      t: 'answer',
      at,
      call: sequence,
      state,
      ...(reply.ok
        ? { output: this.#value(reply.value, open?.tool) }
        : { error: this.#failure(reply.error, open?.tool) }),
    }));
    // If the record lacks the answer of a completed write, a resumption must ask the user. The answer is therefore
    // written without delay.
    if (open?.sentWrite) this.#options.file.soon();
  }

  log({ level, ms, text, line }: LogEntry): void {
    this.#add((at) => ({ t: 'log', at, level, ms, line, text: this.#options.values.of(text) }));
  }

  display(block: ContentBlock): void {
    this.#add((at) => ({ t: 'display', at, block: this.#options.values.of(plain(block)) }));
  }

  progress(message: string, fraction: number | undefined, sequence: number | undefined): void {
    const open = sequence === undefined ? undefined : this.#open.get(sequence);
    this.#add((at) => ({
      t: 'progress',
      at,
      call: sequence,
      message: this.#words(message, open?.tool),
      fraction,
    }));
  }

  forUser(path: string, text: string): void {
    this.#add((at) => ({
      t: 'forUser',
      at,
      path,
      text: this.#options.values.of(text, path.replace(/^tools\./, '')),
    }));
  }

  asks(sequence: number | undefined): () => void {
    this.#add((at) => ({ t: 'asks', at, call: sequence }));
    return () => this.#add((at) => ({ t: 'asked', at, call: sequence }));
  }

  ended(outcome: RunOutcome): void {
    const { value, errors, warnings, notes, dryRun } = outcome;
    for (const { sequence: call, path, writes, isUndeclared, ms } of outcome.calls) {
      const isOpen = this.#open.has(call);
      const waitedMs = isOpen ? Math.round(ms) : undefined;
      if (isOpen || this.#undecided.has(call))
        this.#add((at) => ({ t: 'left', at, call, path, writes, isUndeclared, waitedMs }));
    }
    const tokens = { code: textTokens(this.#options.code), result: valueTokens(value) };
    this.#add((at) => ({
      t: 'end',
      at,
      state: endState(outcome),
      ...(dryRun && { dryRun: true as const }),
      ...(errors.length > 0 && { errors: errors.map((error) => this.#error(error)) }),
      ...(warnings.length > 0 && { warnings: warnings.map((error) => this.#error(error)) }),
      ...(notes.length > 0 &&
        !this.#options.metadataOnly && { notes: notes.map((note) => this.#words(note)) }),
      tokens,
      value: this.#value(value),
    }));
    this.#isOver = true;
    this.#options.onEnded(this.#tally);
  }

  /** An error repeats the answer of the failed call; the parts that have lines of their own are left out here. */
  #error(error: RunError): RunError {
    const { toolError, message, sourceLine, hint, fix: _fix, ...rest } = error;
    const tool = toolError && `${toolError.server}.${toolError.tool}`;
    if (this.#options.metadataOnly) return { ...rest, message: '' };
    return {
      ...rest,
      message: this.#words(message, tool),
      ...(sourceLine !== undefined && { sourceLine: this.#options.redactor.code(sourceLine) }),
      ...(hint !== undefined && { hint: this.#words(hint, tool) }),
      ...(toolError && { toolError: this.#toolError(toolError, tool) }),
    };
  }

  #toolError(error: CallFailure, tool: string | undefined): CallFailure {
    const { message, hint, data: _data, ...rest } = error;
    return {
      ...rest,
      message: this.#words(message, tool),
      ...(hint !== undefined && { hint: this.#words(hint, tool) }),
      content: [],
    };
  }

  #failure(error: CallFailure, tool: string | undefined) {
    return {
      code: error.code,
      message: this.#words(error.message, tool),
      failure: this.#options.values.of(plain(error), tool),
    };
  }

  #words(text: string, tool?: string): string {
    return this.#options.metadataOnly ? '' : this.#options.redactor.words(text, tool);
  }

  #value(value: JsonValue | undefined, tool?: string): RecordedValue | undefined {
    return value === undefined ? undefined : this.#options.values.of(value, tool);
  }

  /** Adds an event. `make` is called when the line is written. */
  #add(make: (at: number) => MadeEvent): void {
    if (this.#isOver) return;
    const { file, values } = this.#options;
    // Milliseconds since the run began.
    const at = Math.round((performance.now() - this.#startedAt) * 100) / 100;
    file.add(() => {
      const event = make(at);
      this.#tally.add(event as RunEvent); // the tally treats undefined members as absent, as JSON does
      return values.writeLong()?.then(() => stringifyExact(event)) ?? stringifyExact(event);
    });
  }

  #decided(sequence: number, decided: Decided): void {
    this.#add((at) => ({ t: 'decided', at, call: sequence, ...this.#decisionOf(decided) }));
  }

  #decisionOf({
    tool: { path, writes, isUndeclared },
    decision: { allowed, by, detail },
  }: Decided): RecordedDecision {
    const words = detail === undefined ? {} : { detail: this.#options.redactor.words(detail) };
    return { path, writes, ...(isUndeclared && { isUndeclared }), allowed, by, ...words };
  }
}

/** The value is plain JSON, but its optional members make it unassignable to an index signature. */
function plain(value: object): JsonValue {
  return value as JsonValue;
}
