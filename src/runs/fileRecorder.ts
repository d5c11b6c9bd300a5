// Writes the lines of one run's record. Lines are put together as text, since a run may have thousands, and their values are JSON already.
import type { ContentBlock } from '../catalog/contentBlock.ts';
import type { JsonValue } from '../base/json.ts';
import type { CallDecision, RunRecorder, ScriptStart } from '../engine/runJournal.ts';
import type { CalledTool, CallRecord, RunError, RunOutcome } from '../engine/runOutcome.ts';
import { textTokens, valueTokens } from '../engine/usage/estimateTokens.ts';
import { spansOf, type CallReply, type GuestCall, type LogEntry, type RunConditions, type Tick } from '../sandbox/host/sandboxPort.ts';
import { members, type Field } from './lineText.ts';
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

/** `RunRecorder.decided` */
interface Decided {
  readonly tool: CalledTool;
  readonly decision: CallDecision;
}

/** A call of a tool or a feature that has no answer yet. */
interface OpenCall {
  /** `toolOf` the call. */
  readonly tool: string | undefined;
  isDecided: boolean;
  /** The decision that allowed the call, until a line says so. */
  allowed?: Decided | undefined;
  /** The call can write, and was sent. */
  sentWrite: boolean;
}

export class FileRecorder implements RunRecorder {
  readonly #options: FileRecorderOptions;
  /** By number. */
  readonly #open = new Map<number, OpenCall>();
  /** Calls that were answered and of which no decision is written. */
  readonly #undecided = new Set<number>();
  #writes = 0;
  #calls = 0;
  #failedCalls = 0;
  #isOver = false;

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
    const kept = Object.entries(results);
    this.#add('script', { limits, typeCheck, catalog }, () => [
      ...this.#value('names', names),
      ...(kept.length > 0
        ? [
            [
              'results',
              members(
                '{',
                kept.flatMap(([handle, value]) => this.#value(handle, value)),
              ),
            ] as const,
          ]
        : []),
    ]);
  }

  conditions(conditions: RunConditions): void {
    if (!this.#options.metadataOnly) this.#add('conditions', { conditions });
  }

  tick(tick: Tick): void {
    if (!this.#options.metadataOnly) this.#add('tick', { tick: spansOf(tick) });
  }

  called(call: GuestCall): void {
    const { sequence, target } = call;
    const tool = toolOf(shapeOf(call));
    if (target !== 'codemode') {
      this.#calls += 1;
      this.#open.set(sequence, { tool, isDecided: false, sentWrite: false });
    }
    const input = target === 'codemode' ? call.params : call.input;
    this.#add('call', { call: sequence, target, ...namesOf(call) }, () => this.#value('input', input, tool));
  }

  decided(sequence: number, tool: CalledTool, decision: CallDecision): void {
    const open = this.#open.get(sequence);
    if (open) open.isDecided = true;
    if (decision.allowed && open) open.allowed = { tool, decision };
    else this.#decided(sequence, { tool, decision });
  }

  sending(sequence: number, writes: boolean): Promise<string | undefined> | undefined {
    const open = this.#open.get(sequence);
    this.#add('sent', { call: sequence, decided: open?.allowed && this.#fieldsOf(open.allowed) });
    if (open) open.allowed = undefined;
    if (!writes) return undefined;
    if (open) open.sentWrite = true;
    this.#writes += 1;
    return this.#options.file.flushed();
  }

  answered(sequence: number, reply: CallReply, record: CallRecord | undefined): void {
    const open = this.#open.get(sequence);
    this.#open.delete(sequence);
    if (open?.allowed) this.#decided(sequence, open.allowed);
    if (open && !open.isDecided) this.#undecided.add(sequence);
    const state = record?.state === 'finished' ? undefined : record?.state;
    this.#add('answer', { call: sequence, state }, () =>
      reply.ok ? this.#value('output', reply.value, open?.tool) : [['error', this.#failure(reply.error, open?.tool)]],
    );
    if (!reply.ok && open) this.#failedCalls += 1;
    // Of a write that is done and of which no line says so, the user is asked when the run is resumed.
    if (open?.sentWrite) this.#options.file.soon();
  }

  log({ level, ms, text, line }: LogEntry): void {
    this.#add('log', { level, ms, line }, () => this.#value('text', text));
  }

  display(block: ContentBlock): void {
    this.#add('display', {}, () => this.#value('block', plain(block)));
  }

  progress(message: string, fraction: number | undefined, sequence: number | undefined): void {
    const open = sequence === undefined ? undefined : this.#open.get(sequence);
    this.#add('progress', { call: sequence, message: this.#words(message, open?.tool), fraction });
  }

  forUser(path: string, text: string): void {
    this.#add('forUser', { path }, () => this.#value('text', text, path.replace(/^tools\./, '')));
  }

  asks(sequence: number | undefined): () => void {
    this.#add('asks', { call: sequence });
    return () => this.#add('asked', { call: sequence });
  }

  ended(outcome: RunOutcome): void {
    const { value, errors, warnings, notes } = outcome;
    const calls = outcome.calls.flatMap(({ sequence: call, path, writes, isUndeclared, ms }) => {
      const isOpen = this.#open.has(call);
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
      () => this.#value('value', value),
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
    const head = JSON.stringify({ code: error.code, message: this.#words(error.message, tool) });
    return members(head.slice(0, -1), this.#value('failure', plain(error), tool));
  }

  #words(text: string, tool?: string): string {
    return this.#options.metadataOnly ? '' : this.#options.redactor.words(text, tool);
  }

  /** The member of a line that holds a value; none for `undefined`. */
  #value(name: string, value: JsonValue | ScriptStart['names'] | undefined, tool?: string): readonly Field[] {
    return value === undefined ? [] : [[name, this.#options.values.json(value, tool)]];
  }

  /** Adds a line. Its text is made when the host has nothing to do for the script. */
  #add(type: string, fields: object, values: () => readonly Field[] = () => [], at = this.#at()): void {
    if (this.#isOver) return;
    const make = () => members(JSON.stringify({ t: type, at, ...fields }).slice(0, -1), values());
    this.#options.file.add({ make });
  }

  #decided(sequence: number, decided: Decided): void {
    this.#add('decided', { call: sequence, ...this.#fieldsOf(decided) });
  }

  #fieldsOf({ tool: { path, writes, isUndeclared }, decision: { allowed, by, detail } }: Decided): object {
    return { path, writes, isUndeclared, allowed, by, detail: detail === undefined ? undefined : this.#options.redactor.words(detail) };
  }

  /** Milliseconds since the run began. */
  #at(): number {
    return Math.round((performance.now() - this.#options.startedAt) * 100) / 100;
  }
}

function namesOf(call: GuestCall): object {
  if (call.target === 'codemode') return { name: call.method };
  if (call.target === 'feature') return { server: call.server, name: call.method };
  return { server: call.server, name: call.tool, ...(call.form === 'raw' && { form: call.form }) };
}

/** What is guarded is plain JSON, but its optional members keep it from being assignable to an index signature. */
function plain(value: object): JsonValue {
  return value as JsonValue;
}
