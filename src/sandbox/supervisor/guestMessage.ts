// Validates everything that a sandbox process sends. Each message is rebuilt field by field from primitives. A message
// that does not fit is a breach of the protocol, for which the process is killed: the unmodified guest never sends such
// a message.
import {
  maxClueKeys,
  maxFunctionName,
  maxLogLength,
  maxMessageLength,
  maxNameLength,
  maxStackFrames,
} from '../protocol/bounds.ts';
import {
  callForms,
  codemodeMethods,
  featureMethods,
  guestFailureCodes,
  type FailureClue,
  type FromGuest,
  type GuestFailureCode,
  type RunFailure,
  type ScriptEvent,
  type BodyPosition,
  type StackFrame,
  valueFollows,
  type TickSpans,
} from '../protocol/messages.ts';
import { maxHeadLength } from '../protocol/frames.ts';
import { logLevels } from '../../base/callStates.ts';

export type GuestMessage =
  | { readonly type: 'walls'; readonly inForce: boolean; readonly detail: string }
  | { readonly type: 'inspector'; readonly address: string }
  | { readonly type: 'ready' }
  | { readonly type: 'cache'; readonly data: Buffer }
  | { readonly type: 'event'; readonly event: ScriptEvent }
  | { readonly type: 'tick'; readonly tick: TickSpans }
  | { readonly type: 'done'; readonly text: string | undefined }
  | ({ readonly type: 'fail'; readonly code: GuestFailureCode } & RunFailure);

/** Thrown and caught only within this file: `readGuestMessages` returns undefined for it. */
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

/**
 * Yields the values of a frame's messages, which are its lines after the first, unparsed. Each is a copy, because a
 * slice would keep the whole frame in memory.
 */
function* valuesOf(frame: Buffer, from: number): Generator<string, undefined> {
  for (let at = from; at <= frame.length;) {
    const found = frame.indexOf(newline, at);
    const end = found < 0 ? frame.length : found;
    yield frame.toString('utf8', at, end);
    at = end + 1;
  }
}

type Values = ReturnType<typeof valuesOf>;

/** Returns the value for which `mark` stands in a message. */
function take(values: Values, mark: unknown): string {
  const value = mark === valueFollows ? values.next().value : undefined;
  if (value === undefined) throw new Breach();
  return value;
}

function takeIfAny(values: Values, mark: unknown): string | undefined {
  return mark === null ? undefined : take(values, mark);
}

function readEvent(values: Values, type: string, ...[a, b, c, d, e]: readonly unknown[]): ScriptEvent {
  switch (type) {
    case 'tool':
      return {
        type,
        call: count(a),
        server: text(b, maxNameLength),
        tool: text(c, maxNameLength),
        form: oneOf(callForms, d),
        input: takeIfAny(values, e),
      };
    case 'feature':
      return {
        type,
        call: count(a),
        server: text(b, maxNameLength),
        method: oneOf(featureMethods, c),
        input: takeIfAny(values, d),
      };
    case 'codemode':
      return { type, call: count(a), method: oneOf(codemodeMethods, b), params: take(values, c) };
    case 'log':
      return {
        type,
        level: oneOf(logLevels, a),
        text: text(b, maxLogLength),
        ms: Math.max(0, Math.round(finite(c))),
        ...readPosition(d, e),
      };
    case 'display':
      return { type, block: take(values, a) };
    case 'progress':
      return {
        type,
        message: text(a, maxMessageLength),
        fraction: b === null ? undefined : Math.min(1, Math.max(0, finite(b))),
      };
    default:
      throw new Breach();
  }
}

/** Accepts only an address on this machine, with the key that Node generated for it. */
function inspectorAddress(value: unknown): string {
  const address = text(value, maxNameLength);
  if (!/^ws:\/\/127\.0\.0\.1:\d{1,5}\/[\da-f-]{36}$/.test(address)) throw new Breach();
  return address;
}

/** Reads a tick that began with one timer, or with one or more answers. */
function readTick([elapsed, first, ...others]: readonly unknown[]): TickSpans {
  const start = Math.max(0, finite(elapsed));
  if (typeof first === 'number' && first < 0 && others.length === 0) return [start, -count(-first)];
  return [start, readAnswers(first), ...others.map(readAnswers)];
}

/** Reads the number of a call, or the first and last number of several calls. */
function readAnswers(value: unknown): TickSpans[1] {
  if (!Array.isArray(value)) return count(value);
  const [first, last] = value.map(count);
  if (first === undefined || last === undefined || value.length > 2 || last <= first) throw new Breach();
  return [first, last];
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
    return {
      ...(name !== null && { name: text(name, maxFunctionName) }),
      line: count(line),
      column: count(column),
    };
  });
}

function readPosition(...given: readonly [line: unknown, column: unknown]): {
  readonly position?: BodyPosition;
} {
  const [line, column] = given.map(countOrNull);
  return line === undefined || column === undefined ? {} : { position: { line, column } };
}

function readFailure(fields: readonly unknown[]): RunFailure & { code: GuestFailureCode } {
  const [, code, message, line, column, call, givenClue, givenStack] = fields;
  const failedCall = countOrNull(call);
  const clue = readClue(givenClue);
  const stack = readStack(givenStack);
  return {
    code: oneOf(guestFailureCodes, code),
    message: text(message, maxMessageLength),
    ...readPosition(line, column),
    ...(failedCall !== undefined && { failedCall }),
    ...(clue !== undefined && { clue }),
    ...(stack.length > 0 && { stack }),
  };
}

/** Length of each message type except `tick`, whose length varies and whose answers are counted. */
const messageLengths: Readonly<
  Record<Exclude<FromGuest[0], 'tick'> | 'walls' | 'inspector' | 'cache', number>
> = {
  walls: 3,
  inspector: 2,
  cache: 2,
  ready: 1,
  tool: 6,
  feature: 5,
  codemode: 4,
  log: 6,
  display: 2,
  progress: 3,
  done: 2,
  fail: 8,
};

function readMessage(message: unknown, values: Values): GuestMessage {
  if (!Array.isArray(message)) throw new Breach();
  const [type, a, b, c, d, e] = message as unknown[];
  // Surplus fields would count against no quota.
  if (type !== 'tick' && message.length !== messageLengths[type as keyof typeof messageLengths])
    throw new Breach();
  switch (type) {
    case 'walls':
      return { type, inForce: a === true, detail: text(b, maxMessageLength) };
    case 'inspector':
      return { type, address: inspectorAddress(a) };
    case 'ready':
      return { type };
    case 'cache':
      return { type, data: Buffer.from(take(values, a), 'base64') };
    case 'tick':
      return { type, tick: readTick(message.slice(1)) };
    case 'done':
      return { type, text: takeIfAny(values, a) };
    case 'fail':
      return { type, ...readFailure(message) };
    default:
      return { type: 'event', event: readEvent(values, text(type, maxNameLength), a, b, c, d, e) };
  }
}

const newline = 10;

/** Reads the messages of one frame; undefined if the unmodified guest could not have sent it. */
export function readGuestMessages(frame: Buffer): GuestMessage[] | undefined {
  const firstBreak = frame.indexOf(newline);
  const headLength = firstBreak < 0 ? frame.length : firstBreak;
  if (headLength > maxHeadLength) return undefined;
  try {
    const values = valuesOf(frame, headLength + 1);
    const head: unknown = JSON.parse(frame.toString('utf8', 0, headLength));
    // Frames without messages would count against no quota.
    if (!Array.isArray(head) || head.length === 0) return undefined;
    const messages = head.map((message) => readMessage(message, values));
    return values.next().done ? messages : undefined;
  } catch {
    return undefined;
  }
}
