// Writes the lines of one run's record. Lines are put together as text, since a run may have thousands, and their values are JSON already.
import type { ContentBlock } from '../catalog/contentBlock.ts';
import type { JsonValue } from '../base/json.ts';
import type { CallDecision, RunRecorder, ScriptStart } from '../engine/runJournal.ts';
import type { CallRecord, RunError, RunOutcome } from '../engine/runOutcome.ts';
import { textTokens, valueTokens } from '../engine/usage/estimateTokens.ts';
import { spansOf, type CallReply, type GuestCall, type LogEntry, type RunConditions, type Tick } from '../sandbox/host/sandboxPort.ts';
import { CallBatch } from './callBatch.ts';
import { CallLine, type Decided } from './callLine.ts';
import { closed, member, members, type Field } from './lineText.ts';
import type { RecordFile, RecordLine } from './recordFile.ts';
import type { Redactor } from './redaction/redactor.ts';
import type { RecordedValues } from './recordedValues.ts';
import { shapeOf, toolOf } from './callKey.ts';
import { mustBeRecorded } from './resumable.ts';
import { endState } from './endState.ts';
import type { RunEndState } from './runEvent.ts';

interface FileRecorderOptions {
  readonly id: string;
  readonly file: RecordFile;
  readonly values: RecordedValues;
  readonly redactor: Redactor;
  /** Without values: neither texts of servers and scripts, nor what replay alone needs. */
  readonly metadataOnly: boolean;
  /** As `performance.now()` has it. */
  readonly startedAt: number;
  readonly code: string;
  readonly resumes?: string;
  readonly onEnded: (counts: RunCounts) => void;
}

/** Of a run that is over, what the list says of it beside how it began. */
export interface RunCounts {
  readonly state: RunEndState;
  readonly durationMs: number;
  readonly calls: number;
  readonly failedCalls: number;
  readonly writes: number;
}

type ToolCall = Extract<GuestCall, { target: 'tool' }>;

export class FileRecorder implements RunRecorder {
  readonly #options: FileRecorderOptions;
  /** Calls of tools and features that have no answer, at their numbers, which begin at 1: a map would take twice as long. */
  readonly #open: (CallLine | undefined)[] = [];
  /** Those that were answered and of which no decision is written. */
  readonly #undecided = new Set<number>();
  #writes = 0;
  #calls = 0;
  #failedCalls = 0;
  #isOver = false;
  /** The read that was sent last: making its path again would take as long as reading the clock twice. */
  #named = { path: '', server: '', tool: '' };
  /** Of the calls that were made last, while nothing else was added. */
  #batch: CallBatch | undefined;

  constructor(options: FileRecorderOptions) {
    this.#options = options;
  }

  get id(): string | undefined {
    const { id, file } = this.#options;
    return file.isOver && file.bytes === 0 ? undefined : id;
  }

  get isResumable(): boolean {
    return !this.#options.metadataOnly && !this.#options.file.isOver;
  }

  /** A run that goes on with another has to have a record: else the other would be resumed again, with all that this one writes. */
  async ready(): Promise<string | undefined> {
    const { resumes, file } = this.#options;
    if (resumes === undefined) return undefined;
    await file.flushed();
    return file.isOver ? mustBeRecorded(resumes, 'its record cannot be written') : undefined;
  }

  scriptStarted({ names, results, limits, typeCheck, catalog }: ScriptStart): void {
    const kept = Object.entries(results).map(([handle, value]): Field => [handle, this.#value(value)]);
    this.#add('script', { limits, typeCheck, catalog }, [
      ['names', this.#value(names)],
      ...(kept.length > 0 ? [['results', members('{', kept)] as const] : []),
    ]);
  }

  conditions(conditions: RunConditions): void {
    if (!this.#options.metadataOnly) this.#add('conditions', { conditions });
  }

  tick(tick: Tick): void {
    if (this.#options.metadataOnly) return;
    const at = this.#at();
    this.#later(() => `{"t":"tick","at":${at},"tick":${JSON.stringify(spansOf(tick))}}`);
  }

  called(call: GuestCall): void {
    const line = new CallLine(call, this.#moment());
    if (call.target !== 'codemode') {
      this.#calls += 1;
      this.#open[call.sequence] = line;
    }
    if (this.#isOver || this.#batch?.add(line)) return;
    const batch = new CallBatch(line, this.#options.values);
    this.#options.file.add(batch);
    this.#batch = batch;
  }

  decided(sequence: number, tool: Decided['tool'], decision: CallDecision): void {
    const open = this.#open[sequence];
    if (open) open.decided = true;
    if (decision.allowed && open) open.allowed = { tool, decision };
    else this.#decided(sequence, { tool, decision });
  }

  sending(sequence: number, writes: boolean): Promise<string | undefined> | undefined {
    const open = this.#open[sequence];
    const allowed = open?.allowed;
    if (open) open.allowed = undefined;
    const moment = this.#moment();
    if (!open || !this.#isMereRead(open.call, allowed) || !open.sent(moment)) {
      this.#later(() => `{"t":"sent","at":${moment / 100},"call":${sequence}${allowed ? `,"decided":{${this.#textOf(allowed)}}` : ''}}`);
    }
    if (!writes) return undefined;
    if (open) open.sentWrite = true;
    this.#writes += 1;
    return this.#options.file.flushed();
  }

  answered(sequence: number, reply: CallReply, record: CallRecord | undefined): void {
    const open = this.#open[sequence];
    this.#open[sequence] = undefined;
    if (open?.allowed) this.#decided(sequence, open.allowed);
    if (open && !open.decided) this.#undecided.add(sequence);
    const ended = record?.state ?? 'finished';
    // `record.ms` was measured a moment ago: the clock need not be read again.
    if (!(reply.ok && ended === 'finished' && record && open?.answered(record.ms, reply.value))) {
      const at = this.#at();
      this.#later(() => this.#answer(sequence, at, reply, ended, open && toolOf(shapeOf(open.call))));
    }
    if (!reply.ok && open) this.#failedCalls += 1;
    // Of a write that is done and of which no line says so, the user is asked when the run is resumed.
    if (open?.sentWrite) this.#options.file.soon();
  }

  log({ level, ms, text, line }: LogEntry): void {
    this.#add('log', { level, ms, line }, [['text', this.#value(text)]]);
  }

  display(block: ContentBlock): void {
    this.#add('display', {}, [['block', this.#value(plain(block))]]);
  }

  progress(message: string, fraction: number | undefined, sequence: number | undefined): void {
    const open = sequence === undefined ? undefined : this.#open[sequence];
    const tool = open && toolOf(shapeOf(open.call));
    this.#add('progress', { call: sequence, message: this.#words(message, tool), fraction });
  }

  forUser(path: string, text: string): void {
    this.#add('forUser', { path }, [['text', this.#value(text, path.replace(/^tools\./, ''))]]);
  }

  asks(sequence: number | undefined): () => void {
    this.#add('asks', { call: sequence });
    return () => this.#add('asked', { call: sequence });
  }

  ended(outcome: RunOutcome): void {
    const { value, errors, warnings, notes } = outcome;
    const calls = outcome.calls.flatMap(({ sequence: call, path, writes, isUndeclared, ms }) => {
      const isOpen = this.#open[call] !== undefined;
      const rest = { ...(isUndeclared && { isUndeclared }), ...(isOpen && { waitedMs: Math.round(ms) }) };
      return isOpen || this.#undecided.has(call) ? [{ call, path, writes, ...rest }] : [];
    });
    const [state, at] = [endState(outcome), this.#at()];
    const tokens = { code: textTokens(this.#options.code), result: valueTokens(value) };
    this.#add(
      'end',
      {
        state,
        ...(errors.length > 0 && { errors: errors.map((error) => this.#error(error)) }),
        ...(warnings.length > 0 && { warnings: warnings.map((error) => this.#error(error)) }),
        ...(calls.length > 0 && { calls }),
        ...(notes.length > 0 && !this.#options.metadataOnly && { notes: notes.map((note) => this.#words(note)) }),
        tokens,
      },
      value === undefined ? [] : [['value', this.#value(value)]],
      at,
    );
    this.#isOver = true;
    const [durationMs, writes] = [at, this.#writes];
    this.#options.onEnded({ state, durationMs, calls: this.#calls, failedCalls: this.#failedCalls, writes });
  }

  /** Beside what has a line of its own, an error repeats what the failed call answered. */
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

  #toolError(error: NonNullable<RunError['toolError']>, tool: string | undefined): NonNullable<RunError['toolError']> {
    const { message, hint, data: _data, ...rest } = error;
    return { ...rest, message: this.#words(message, tool), ...(hint !== undefined && { hint: this.#words(hint, tool) }), content: [] };
  }

  #failure(error: Extract<CallReply, { ok: false }>['error'], tool: string | undefined): RecordLine {
    const head = `{"code":"${error.code}","message":${JSON.stringify(this.#words(error.message, tool))}`;
    return closed(member(head, 'failure', this.#value(plain(error), tool)));
  }

  #words(text: string, tool?: string): string {
    return this.#options.metadataOnly ? '' : this.#options.redactor.words(text, tool);
  }

  #value(value: JsonValue | ScriptStart['names'], tool?: string): RecordLine {
    return this.#options.values.json(value, tool);
  }

  #add(type: string, fields: object, values: readonly Field[] = [], at = this.#at()): void {
    const head = JSON.stringify({ t: type, at, ...fields });
    this.#put(values.length === 0 ? head : members(head.slice(0, -1), values));
  }

  #put(line: RecordLine): void {
    this.#batch = undefined;
    if (!this.#isOver) this.#options.file.add(line);
  }

  /** What calls are waiting for is not to wait for their record. */
  #later(make: () => RecordLine): void {
    this.#batch = undefined;
    if (!this.#isOver) this.#options.file.add({ make });
  }

  #answer(sequence: number, at: number, reply: CallReply, ended: CallRecord['state'], tool: string | undefined): RecordLine {
    const state = ended === 'finished' ? '' : `,"state":"${ended}"`;
    const head = `{"t":"answer","at":${at},"call":${sequence}${state}`;
    if (!reply.ok) return closed(member(head, 'error', this.#failure(reply.error, tool)));
    return closed(member(head, 'output', reply.value === undefined ? undefined : this.#value(reply.value, tool)));
  }

  #decided(sequence: number, decided: Decided): void {
    const at = this.#at();
    this.#later(() => `{"t":"decided","at":${at},"call":${sequence},${this.#textOf(decided)}}`);
  }

  #textOf({ tool: { path, writes, isUndeclared }, decision: { allowed, by, detail } }: Decided): string {
    const effect = `"writes":${writes}${isUndeclared ? ',"isUndeclared":true' : ''}`;
    const text = `"path":${JSON.stringify(path)},${effect},"allowed":${allowed},"by":"${by}"`;
    return detail === undefined ? text : `${text},"detail":${JSON.stringify(this.#options.redactor.words(detail))}`;
  }

  /** Whether no more is to be said of its decision than that it reads. */
  #isMereRead(call: GuestCall, allowed: Decided | undefined): boolean {
    if (!allowed || call.target !== 'tool') return false;
    const { tool, decision } = allowed;
    return !tool.writes && decision.by === 'readOnly' && decision.detail === undefined && this.#isNamed(call, tool.path);
  }

  /** Whether the script says the name that the tool has. */
  #isNamed({ server, tool }: ToolCall, path: string): boolean {
    const last = this.#named;
    if (last.path === path && last.server === server && last.tool === tool) return true;
    if (path !== `tools.${server}.${tool}`) return false;
    this.#named = { path, server, tool };
    return true;
  }

  #at(): number {
    return this.#moment() / 100;
  }

  /** In hundredths of a millisecond. */
  #moment(): number {
    return Math.round((performance.now() - this.#options.startedAt) * 100);
  }
}

/** What is guarded is plain JSON, but its optional members keep it from being assignable to an index signature. */
function plain(value: object): JsonValue {
  return value as JsonValue;
}
