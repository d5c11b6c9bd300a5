// The guard on everything that a sandbox process sends. A message is rebuilt field by field from primitives; what does
// not fit is a breach, and the process is killed for it: our own guest never sends such a thing.
import { maxClueKeys, maxFunctionName, maxLogLength, maxMessageLength, maxNameLength, maxStackFrames } from '../protocol/bounds.ts';
import {
  callForms,
  codemodeMethods,
  featureMethods,
  guestFailureCodes,
  logLevels,
  type FailureClue,
  type GuestFailureCode,
  type RunFailure,
  type ScriptEvent,
  type StackFrame,
  valueFollows,
  type Tick,
} from '../protocol/messages.ts';
import { maxHeadLength } from '../protocol/frames.ts';

export type GuestMessage =
  | { readonly type: 'walls'; readonly inForce: boolean; readonly detail: string }
  | { readonly type: 'ready' }
  | { readonly type: 'cache'; readonly data: Buffer }
  | { readonly type: 'event'; readonly event: ScriptEvent }
  | { readonly type: 'tick'; readonly tick: Tick }
  | { readonly type: 'done'; readonly text: string | undefined }
  | ({ readonly type: 'fail'; readonly code: GuestFailureCode } & RunFailure);

/** Thrown inside this file only: `readGuestMessages` turns it into undefined. */
class Breach extends Error {}

function text(value: unknown, maxLength = Infinity): string {
  if (typeof value !== 'string' || value.length > maxLength) throw new Breach();
  return value;
}

function count(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw new Breach();
  return value;
}

function countOrNull(value: unknown): number | undefined {
  return value === null ? undefined : count(value);
}

function finite(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Breach();
  return value;
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Breach();
  return found;
}

/** The values of a frame's messages: its lines after the first, none of which is looked into here. */
class FrameValues {
  readonly #frame: Buffer;
  #at: number;

  constructor(frame: Buffer, at: number) {
    this.#frame = frame;
    this.#at = at;
  }

  get allTaken(): boolean {
    return this.#at > this.#frame.length;
  }

  /** The value that stands for `mark` in a message. A text of its own: a slice would keep the frame. */
  take(mark: unknown): string {
    if (mark !== valueFollows || this.allTaken) throw new Breach();
    const end = this.#frame.indexOf(newline, this.#at);
    const start = this.#at;
    this.#at = (end < 0 ? this.#frame.length : end) + 1;
    return this.#frame.toString('utf8', start, this.#at - 1);
  }

  takeIfAny(mark: unknown): string | undefined {
    return mark === null ? undefined : this.take(mark);
  }
}

function readEvent(values: FrameValues, type: string, ...[a, b, c, d, e]: readonly unknown[]): ScriptEvent {
  switch (type) {
    case 'tool':
      return {
        type,
        call: count(a),
        server: text(b, maxNameLength),
        tool: text(c, maxNameLength),
        form: oneOf(callForms, d),
        input: values.takeIfAny(e),
      };
    case 'feature':
      return { type, call: count(a), server: text(b, maxNameLength), method: oneOf(featureMethods, c), input: values.takeIfAny(d) };
    case 'codemode':
      return { type, call: count(a), method: oneOf(codemodeMethods, b), params: values.take(c) };
    case 'log':
      return { type, level: oneOf(logLevels, a), text: text(b, maxLogLength), ms: Math.max(0, Math.round(finite(c))) };
    case 'display':
      return { type, block: values.take(a) };
    case 'progress':
      return { type, message: text(a, maxMessageLength), fraction: b === null ? undefined : Math.min(1, Math.max(0, finite(b))) };
    default:
      throw new Breach();
  }
}

/** Begun by one timer or by answers, at least one. */
function readTick([elapsed, first, ...others]: readonly unknown[]): Tick {
  const start = Math.max(0, finite(elapsed));
  if (typeof first === 'number' && first < 0 && others.length === 0) return [start, -count(-first)];
  return [start, count(first), ...others.map(count)];
}

function readClue(value: unknown): FailureClue | undefined {
  if (value === null) return undefined;
  if (!Array.isArray(value)) return oneOf(['thrown', 'awaited'] as const, value);
  if (value.length > maxClueKeys) throw new Breach();
  return value.map((key: unknown) => (typeof key === 'number' ? finite(key) : text(key, maxNameLength)));
}

function readStack(value: unknown): readonly StackFrame[] {
  if (!Array.isArray(value) || value.length > maxStackFrames) throw new Breach();
  return value.map((frame: unknown) => {
    if (!Array.isArray(frame)) throw new Breach();
    const [name, line, column] = frame as unknown[];
    return { ...(name !== null && { name: text(name, maxFunctionName) }), line: count(line), column: count(column) };
  });
}

function readFailure(fields: readonly unknown[]): RunFailure & { code: GuestFailureCode } {
  const [, code, message, ...rest] = fields;
  const [line, column, failedCall] = rest.slice(0, 3).map(countOrNull);
  const clue = readClue(rest[3]);
  const stack = readStack(rest[4]);
  return {
    code: oneOf(guestFailureCodes, code),
    message: text(message, maxMessageLength),
    ...(line !== undefined && column !== undefined && { position: { line, column } }),
    ...(failedCall !== undefined && { failedCall }),
    ...(clue !== undefined && { clue }),
    ...(stack.length > 0 && { stack }),
  };
}

function readMessage(message: unknown, values: FrameValues): GuestMessage {
  if (!Array.isArray(message)) throw new Breach();
  const [type, a, b, c, d, e] = message as unknown[];
  switch (type) {
    case 'walls':
      return { type, inForce: a === true, detail: text(b, maxMessageLength) };
    case 'ready':
      return { type };
    case 'cache':
      return { type, data: Buffer.from(values.take(a), 'base64') };
    case 'tick':
      return { type, tick: readTick(message.slice(1)) };
    case 'done':
      return { type, text: values.takeIfAny(a) };
    case 'fail':
      return { type, ...readFailure(message) };
    default:
      return { type: 'event', event: readEvent(values, text(type, maxNameLength), a, b, c, d, e) };
  }
}

const newline = 10;

/** The messages of one frame; undefined when it is not what our guest could have sent. */
export function readGuestMessages(frame: Buffer): GuestMessage[] | undefined {
  const firstBreak = frame.indexOf(newline);
  const headLength = firstBreak < 0 ? frame.length : firstBreak;
  if (headLength > maxHeadLength) return undefined;
  try {
    const values = new FrameValues(frame, headLength + 1);
    const head: unknown = JSON.parse(frame.toString('utf8', 0, headLength));
    // A frame of no messages would count against no quota.
    if (!Array.isArray(head) || head.length === 0) return undefined;
    const messages = head.map((message) => readMessage(message, values));
    return values.allTaken ? messages : undefined;
  } catch {
    return undefined;
  }
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from('"\\{}[]');

/** Whether no more than `maxDepth` objects or arrays of a JSON text are inside one another. Whether it is JSON its reader finds out. */
export function isJsonWithinDepth(json: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) at = endOfText(json, at);
    else if (character === openBrace || character === openBracket) depth += 1;
    else if (character === closeBrace || character === closeBracket) depth -= 1;
    if (depth > maxDepth) return false;
  }
  return depth === 0;
}

/** Where the quote is that ends the text that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) return at;
    if (character === backslash) at += 1;
  }
  return json.length;
}

/** What a content block has outside its texts, in characters: braces, colons and commas of its few fields. */
const blockSyntax = 32;

/** Whether JSON has no more outside its texts than a content block: many small values would cost its reader far more than their text. */
export function isMostlyText(json: string): boolean {
  let outside = 0;
  for (let at = 0; at < json.length && outside <= blockSyntax; at += 1) {
    if (json.charCodeAt(at) === quote) at = endOfText(json, at);
    else outside += 1;
  }
  return outside <= blockSyntax;
}
