// The line of a record that says that a script made a call; where the call only reads, also that it was sent and what came back, as far as that
// has happened by the time the line is written: most calls are reads, and three lines cost three times as much.
import type { JsonValue } from '../base/json.ts';
import type { CallDecision } from '../engine/runJournal.ts';
import type { CalledTool } from '../engine/runOutcome.ts';
import type { GuestCall } from '../sandbox/host/sandboxPort.ts';
import { shapeOf, toolOf } from './callKey.ts';
import { closed, member } from './lineText.ts';
import type { RecordLine } from './recordFile.ts';
import type { RecordedValues } from './recordedValues.ts';
import type { OpenPaths } from './redaction/pathMatch.ts';

/** `RunRecorder.decided` */
export interface Decided {
  readonly tool: CalledTool;
  readonly decision: CallDecision;
}

/** One call while it is on. Moments are hundredths of a millisecond since the run began. */
export class CallLine {
  readonly call: GuestCall;
  /** Something was decided of it. */
  decided = false;
  /** What allowed it, until a line says so. */
  allowed: Decided | undefined;
  /** It can write, and was sent. */
  sentWrite = false;
  readonly at: number;
  #isMade = false;
  /** When it was sent, because it only reads. */
  sentAt: number | undefined;
  /** When it finished, with this. */
  answeredAt: number | undefined;
  output: JsonValue | undefined;

  constructor(call: GuestCall, at: number) {
    this.call = call;
    this.at = at;
  }

  /** It is read, and its answer may still come. */
  get isOpen(): boolean {
    return this.sentAt !== undefined && this.answeredAt === undefined;
  }

  /** It only reads and is sent. Whether the line says so; else another has to. */
  sent(at: number): boolean {
    if (this.#isMade || this.call.target !== 'tool') return false;
    this.sentAt = at;
    return true;
  }

  /** It finished, so many milliseconds after it was made. Whether the line says so; else another has to. */
  answered(ms: number, output: JsonValue | undefined): boolean {
    if (this.#isMade || this.sentAt === undefined) return false;
    // Both are rounded.
    this.answeredAt = Math.max(this.sentAt, this.at + Math.round(ms * 100));
    this.output = output;
    return true;
  }

  /**
   * About how many characters it takes in a line of reads (readsLine.ts); undefined where it is none that was answered, or its values cannot stand
   * in a line as they are: then it makes a line of its own. It changes no more.
   */
  lengthInReads(values: RecordedValues, paths: OpenPaths): number | undefined {
    this.#isMade = true;
    const { call, output } = this;
    if (call.target !== 'tool' || this.sentAt === undefined || this.answeredAt === undefined) return undefined;
    const sent = call.input === undefined ? 0 : values.lengthAsIs(call.input, paths);
    const got = output === undefined ? 0 : values.lengthAsIs(output, paths);
    return sent === undefined || got === undefined ? undefined : sent + got;
  }

  make(values: RecordedValues): RecordLine {
    this.#isMade = true;
    const { call } = this;
    const tool = toolOf(shapeOf(call));
    const input = call.target === 'codemode' ? call.params : call.input;
    const sent = input === undefined ? undefined : values.json(input, tool);
    const got = this.output === undefined ? undefined : values.json(this.output, tool);
    return closed(member(member(this.#head(), 'input', sent), 'output', got));
  }

  #head(): string {
    const { call } = this;
    const at = this.at / 100;
    if (this.sentAt === undefined) return `{"t":"call","at":${at},"call":${call.sequence},"target":"${call.target}"${namesOf(call)}`;
    const answered = this.answeredAt === undefined ? '' : `,"answered":${this.answeredAt / 100}`;
    return `{"t":"read","at":${at},"call":${call.sequence},"sent":${this.sentAt / 100}${answered}${namesOf(call)}`;
  }
}

function namesOf(call: GuestCall): string {
  if (call.target === 'codemode') return `,"name":"${call.method}"`;
  const server = `,"server":${JSON.stringify(call.server)}`;
  if (call.target === 'feature') return `${server},"name":"${call.method}"`;
  return `${server},"name":${JSON.stringify(call.tool)}${call.form === 'raw' ? ',"form":"raw"' : ''}`;
}
