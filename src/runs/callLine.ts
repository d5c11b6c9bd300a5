// The line of a record that says that a script made a call; where the call only reads, also that it was sent and what came back, as far as that
// has happened by the time the line is written: most calls are reads, and three lines cost three times as much.
import type { JsonValue } from '../catalog/json.ts';
import type { GuestCall } from '../sandbox/host/sandboxPort.ts';
import { shapeOf, toolOf } from './callKey.ts';
import { closed, member } from './lineText.ts';
import type { LaterLine, RecordLine } from './recordFile.ts';
import type { RecordedValues } from './recordedValues.ts';

export class CallLine implements LaterLine {
  readonly call: GuestCall;
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
    if (this.#sentAt === undefined) return `{"t":"call","at":${this.#at},"call":${call.sequence},"target":"${call.target}"${namesOf(call)}`;
    const answered = this.#answeredAt === undefined ? '' : `,"answered":${this.#answeredAt}`;
    return `{"t":"read","at":${this.#at},"call":${call.sequence},"sent":${this.#sentAt}${answered}${namesOf(call)}`;
  }
}

function namesOf(call: GuestCall): string {
  if (call.target === 'codemode') return `,"name":"${call.method}"`;
  const server = `,"server":${JSON.stringify(call.server)}`;
  if (call.target === 'feature') return `${server},"name":"${call.method}"`;
  return `${server},"name":${JSON.stringify(call.tool)}${call.form === 'raw' ? ',"form":"raw"' : ''}`;
}
