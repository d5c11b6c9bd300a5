// The line of a record that says that a script made a call; where the call only reads, also that it was sent and what came back, as far as that
// has happened by the time the line is written: most calls are reads, and three lines cost three times as much.
import { isJsonObject, type JsonObject, type JsonValue } from '../catalog/json.ts';
import type { CallDecision } from '../engine/runJournal.ts';
import type { GuestCall } from '../sandbox/host/sandboxPort.ts';
import { shapeOf, toolOf } from './callKey.ts';
import { closed, member } from './lineText.ts';
import type { RecordLine } from './recordFile.ts';
import type { RecordedValues } from './recordedValues.ts';

/** `RunRecorder.decided` */
export interface Decided {
  readonly tool: { readonly path: string; readonly writes: boolean };
  readonly decision: CallDecision;
}

/** A read that was answered: its number, when it was made, sent and answered, in hundredths of a millisecond, its input and its output. */
export type PackedRead = readonly [number, number, number, number, { readonly v: JsonValue } | null, { readonly v: JsonValue } | null];

/** One call while it is on. Moments are hundredths of a millisecond since the run began. */
export class CallLine {
  readonly call: GuestCall;
  /** Something was decided of it. */
  decided = false;
  /** What allowed it, until a line says so. */
  allowed: Decided | undefined;
  /** It can write, and was sent. */
  sentWrite = false;
  readonly #at: number;
  readonly #values: RecordedValues;
  #isMade = false;
  /** When it was sent, because it only reads. */
  #sentAt: number | undefined;
  #answeredAt: number | undefined;
  #output: JsonValue | undefined;

  constructor(call: GuestCall, at: number, values: RecordedValues) {
    this.call = call;
    this.#at = at;
    this.#values = values;
  }

  /** It is read, and its answer may still come. */
  get isOpen(): boolean {
    return this.#sentAt !== undefined && this.#answeredAt === undefined;
  }

  /** It only reads and is sent. Whether the line says so; else another has to. */
  sent(at: number): boolean {
    if (this.#isMade || this.call.target !== 'tool') return false;
    this.#sentAt = at;
    return true;
  }

  /** It finished. Whether the line says so; else another has to. */
  answered(at: number, output: JsonValue | undefined): boolean {
    if (this.#isMade || this.#sentAt === undefined) return false;
    this.#answeredAt = at;
    this.#output = output;
    return true;
  }

  /** A read whose values can stand in a line as they are; undefined of others, which make a line of their own. It changes no more. */
  packed(): PackedRead | undefined {
    this.#isMade = true;
    const { call } = this;
    if (call.target !== 'tool' || this.#sentAt === undefined || this.#answeredAt === undefined) return undefined;
    const tool = `${call.server}.${call.tool}`;
    for (const value of [call.input, this.#output]) if (value !== undefined && !this.#values.isWrittenAsIs(value, tool)) return undefined;
    const [input, output] = [call.input, this.#output];
    return [
      call.sequence,
      this.#at,
      this.#sentAt,
      this.#answeredAt,
      input === undefined ? null : { v: input },
      output === undefined ? null : { v: output },
    ];
  }

  make(): RecordLine {
    this.#isMade = true;
    const { call } = this;
    const tool = toolOf(shapeOf(call));
    const input = call.target === 'codemode' ? call.params : call.input;
    const values = this.#values;
    const sent = input === undefined ? undefined : values.json(input, tool);
    const got = this.#output === undefined ? undefined : values.json(this.#output, tool);
    return closed(member(member(this.#head(), 'input', sent), 'output', got));
  }

  #head(): string {
    const { call } = this;
    const at = this.#at / 100;
    if (this.#sentAt === undefined) return `{"t":"call","at":${at},"call":${call.sequence},"target":"${call.target}"${namesOf(call)}`;
    const answered = this.#answeredAt === undefined ? '' : `,"answered":${this.#answeredAt / 100}`;
    return `{"t":"read","at":${at},"call":${call.sequence},"sent":${this.#sentAt / 100}${answered}${namesOf(call)}`;
  }
}

/** Of one line. */
export const mostReads = 32;

/** A line of reads of one tool; `reads` are JSON. */
export function readsLine(call: GuestCall, reads: readonly string[]): string {
  return `{"t":"reads"${namesOf(call)},"of":[${reads.join(',')}]}`;
}

/** What the `read` lines of those would be. Anybody may have written it. */
export function readsOf({ of, server = null, name = null, form }: JsonObject): readonly JsonObject[] {
  if (!Array.isArray(of) || of.length > mostReads) return [];
  return (of as readonly JsonValue[]).map((read) => {
    const [call = null, at, sent, answered, input = null, output = null] = Array.isArray(read) ? (read as readonly JsonValue[]) : [];
    return {
      ...{ t: 'read', call, server, name },
      ...(form !== undefined && { form }),
      ...{ at: milliseconds(at), sent: milliseconds(sent), answered: milliseconds(answered) },
      ...(isJsonObject(input) && { input }),
      ...(isJsonObject(output) && { output }),
    };
  });
}

function milliseconds(moment: JsonValue | undefined): JsonValue {
  return typeof moment === 'number' ? moment / 100 : null;
}

function namesOf(call: GuestCall): string {
  if (call.target === 'codemode') return `,"name":"${call.method}"`;
  const server = `,"server":${JSON.stringify(call.server)}`;
  if (call.target === 'feature') return `${server},"name":"${call.method}"`;
  return `${server},"name":${JSON.stringify(call.tool)}${call.form === 'raw' ? ',"form":"raw"' : ''}`;
}
