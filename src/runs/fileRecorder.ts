// Writes the lines of one run's record. Lines are put together as text, since a run may have thousands, and their values are JSON already.
import type { ContentBlock } from '../catalog/contentBlock.ts';
import type { JsonValue } from '../catalog/json.ts';
import type { CallDecision, RunRecorder, ScriptStart } from '../engine/runJournal.ts';
import type { CallRecord, RunError, RunOutcome } from '../engine/runOutcome.ts';
import { textTokens, valueTokens } from '../engine/usage/estimateTokens.ts';
import type { CallReply, GuestCall, LogEntry, RunConditions, Tick } from '../sandbox/host/sandboxPort.ts';
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

/** A member of a line whose value is JSON, or will be. */
type Field = readonly [name: string, json: RecordLine];

export class FileRecorder implements RunRecorder {
  readonly #options: FileRecorderOptions;
  /** The decisions of calls that are about to be sent. */
  readonly #allowed = new Map<number, string>();
  /** Calls of tools and features of which no decision is written. */
  readonly #undecided = new Set<number>();
  /** Those of which no answer is: `server.tool`, as the script names it. */
  readonly #unanswered = new Map<number, string>();
  /** Calls of tools and features that can write and were sent. */
  readonly #writes = new Set<number>();
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

  scriptStarted({ names, results, limits, typeCheck }: ScriptStart): void {
    const kept = Object.entries(results).map(([handle, value]): Field => [handle, this.#value(value)]);
    this.#add('script', { limits, typeCheck }, [
      ['names', this.#value(names)],
      ...(kept.length > 0 ? [['results', members('{', kept)] as const] : []),
    ]);
  }

  conditions(conditions: RunConditions): void {
    if (!this.#options.metadataOnly) this.#add('conditions', { conditions });
  }

  tick(tick: Tick): void {
    if (!this.#options.metadataOnly) this.#put(`{"t":"tick","at":${this.#at()},"tick":[${tick.join(',')}]}`);
  }

  called(call: GuestCall): void {
    const head = `{"t":"call","at":${this.#at()},"call":${call.sequence},"target":"${call.target}"${namesOf(call)}`;
    const input = call.target === 'codemode' ? call.params : call.input;
    const tool = toolOf(shapeOf(call));
    if (tool !== undefined) {
      this.#calls += 1;
      this.#undecided.add(call.sequence);
      this.#unanswered.set(call.sequence, tool);
    }
    this.#put(input === undefined ? `${head}}` : member(head, 'input', this.#value(input, tool)));
  }

  decided(
    sequence: number,
    { path, writes }: { readonly path: string; readonly writes: boolean },
    { allowed, by, detail }: CallDecision,
  ): void {
    this.#undecided.delete(sequence);
    const text = `"path":${JSON.stringify(path)},"writes":${writes},"allowed":${allowed},"by":"${by}"`;
    const decision = detail === undefined ? text : `${text},"detail":${JSON.stringify(this.#options.redactor.words(detail))}`;
    if (allowed && !this.#isOver) this.#allowed.set(sequence, decision);
    else this.#put(`{"t":"decided","at":${this.#at()},"call":${sequence},${decision}}`);
  }

  sending(sequence: number, writes: boolean): Promise<string | undefined> | undefined {
    const decision = this.#allowed.get(sequence);
    this.#allowed.delete(sequence);
    this.#put(`{"t":"sent","at":${this.#at()},"call":${sequence}${decision === undefined ? '' : `,"decided":{${decision}}`}}`);
    if (!writes) return undefined;
    this.#writes.add(sequence);
    return this.#options.file.flushed();
  }

  answered(sequence: number, reply: CallReply, record: CallRecord | undefined): void {
    const decision = this.#allowed.get(sequence);
    if (decision !== undefined) this.#put(`{"t":"decided","at":${this.#at()},"call":${sequence},${decision}}`);
    this.#allowed.delete(sequence);
    const tool = this.#unanswered.get(sequence);
    this.#unanswered.delete(sequence);
    const state = record === undefined || record.state === 'finished' ? '' : `,"state":"${record.state}"`;
    const head = `{"t":"answer","at":${this.#at()},"call":${sequence}${state}`;
    if (!reply.ok) this.#put(members(`${head},`, [['error', this.#failure(reply.error, tool)]]));
    else this.#put(reply.value === undefined ? `${head}}` : member(head, 'output', this.#value(reply.value, tool)));
    if (!reply.ok && tool !== undefined) this.#failedCalls += 1;
    // Of a write that is done and of which no line says so, the user is asked when the run is resumed.
    if (this.#writes.has(sequence)) this.#options.file.soon();
  }

  log({ level, ms, text }: LogEntry): void {
    this.#add('log', { level, ms }, [['text', this.#value(text)]]);
  }

  display(block: ContentBlock): void {
    this.#add('display', {}, [['block', this.#value(plain(block))]]);
  }

  progress(message: string, fraction: number | undefined, sequence: number | undefined): void {
    const tool = sequence === undefined ? undefined : this.#unanswered.get(sequence);
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
    const calls = outcome.calls.flatMap(({ sequence: call, path, writes, ms }) => {
      const waitedMs = this.#unanswered.has(call) ? { waitedMs: Math.round(ms) } : {};
      return this.#unanswered.has(call) || this.#undecided.has(call) ? [{ call, path, writes, ...waitedMs }] : [];
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
    const [durationMs, writes] = [at, this.#writes.size];
    this.#options.onEnded({ state, durationMs, calls: this.#calls, failedCalls: this.#failedCalls, writes });
  }

  /** Beside what has a line of its own, an error repeats what the failed call answered. */
  #error(error: RunError): RunError {
    const { toolError, message, sourceLine, hint, ...rest } = error;
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
    const { message, hint } = error;
    return { ...error, message: this.#words(message, tool), ...(hint !== undefined && { hint: this.#words(hint, tool) }), content: [] };
  }

  #failure(error: Extract<CallReply, { ok: false }>['error'], tool: string | undefined): RecordLine {
    return members(`{"code":"${error.code}","message":${JSON.stringify(this.#words(error.message, tool))},`, [
      ['failure', this.#value(plain(error), tool)],
    ]);
  }

  #words(text: string, tool?: string): string {
    return this.#options.metadataOnly ? '' : this.#options.redactor.words(text, tool);
  }

  #value(value: JsonValue | ScriptStart['names'], tool?: string): RecordLine {
    return this.#options.values.json(value, tool);
  }

  #add(type: string, fields: object, values: readonly Field[] = [], at = this.#at()): void {
    const head = JSON.stringify({ t: type, at, ...fields });
    this.#put(values.length === 0 ? head : members(`${head.slice(0, -1)},`, values));
  }

  #put(line: RecordLine): void {
    if (!this.#isOver) this.#options.file.add(line);
  }

  #at(): number {
    return Math.round((performance.now() - this.#options.startedAt) * 100) / 100;
  }
}

/** `head` with another member and a closing brace; at once where it is there. */
function member(head: string, name: string, json: RecordLine): RecordLine {
  return typeof json === 'string' ? `${head},"${name}":${json}}` : async () => `${head},"${name}":${await json()}}`;
}

/** The same of several, of which `head` has none yet. */
function members(head: string, fields: readonly Field[]): RecordLine {
  const named = (texts: readonly string[]) =>
    `${head}${fields.map(([name], index) => `${JSON.stringify(name)}:${texts[index]}`).join(',')}}`;
  const texts = fields.map(([, json]) => json);
  if (texts.every((text) => typeof text === 'string')) return named(texts);
  return async () => {
    const made: string[] = [];
    for (const text of texts) made.push(typeof text === 'string' ? text : await text());
    return named(made);
  };
}

function namesOf(call: GuestCall): string {
  if (call.target === 'codemode') return `,"name":"${call.method}"`;
  const server = `,"server":${JSON.stringify(call.server)}`;
  if (call.target === 'feature') return `${server},"name":"${call.method}"`;
  return `${server},"name":${JSON.stringify(call.tool)}${call.form === 'raw' ? ',"form":"raw"' : ''}`;
}

/** What is guarded is plain JSON, but its optional members keep it from being assignable to an index signature. */
function plain(value: object): JsonValue {
  return value as JsonValue;
}
