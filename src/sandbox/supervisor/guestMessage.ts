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
  type BodyPosition,
  type FailureClue,
  type ScriptCall,
  type StackFrame,
  type Tick,
  valueFollows,
} from '../protocol/messages.ts';
import { maxHeadLength } from '../protocol/frames.ts';
import { logLevels } from '../../base/callStates.ts';

/** Thrown and caught only within this file: `readGuestMessages` returns undefined for it. */
class Breach extends Error {}

/** Reads one field of a message. A field that stands for a value takes the next of `values`. */
type Reader<T> = (field: unknown, values: Values) => T;
type Readers = Readonly<Record<string, Reader<unknown>>>;

function textUpTo(maxLength: number) {
  return (value: unknown): string => {
    if (typeof value !== 'string' || value.length > maxLength) throw new Breach();
    return value;
  };
}

function count(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw new Breach();
  return value;
}

function finite(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Breach();
  return value;
}

function oneOf<T extends string>(allowed: readonly T[]) {
  return (value: unknown): T => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new Breach();
    return found;
  };
}

function orNull<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, values) => (value === null ? undefined : reader(value, values));
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
function take(mark: unknown, values: Values): string {
  const value = mark === valueFollows ? values.next().value : undefined;
  if (value === undefined) throw new Breach();
  return value;
}

/** Accepts only an address on this machine, with the key that Node generated for it. */
function inspectorAddress(value: unknown): string {
  if (typeof value !== 'string' || !/^ws:\/\/127\.0\.0\.1:\d{1,5}\/[\da-f-]{36}$/.test(value))
    throw new Breach();
  return value;
}

/** Reads a tick that began with one timer, or with one or more answers. */
function tick([elapsed, first, ...others]: readonly unknown[]): Tick {
  const start = Math.max(0, finite(elapsed));
  if (typeof first === 'number' && first < 0 && others.length === 0) return [start, -count(-first)];
  return [start, count(first), ...others.map(count)];
}

function position(value: unknown): BodyPosition {
  if (!Array.isArray(value) || value.length > 2) throw new Breach();
  const [line, column] = value as unknown[];
  return { line: count(line), column: count(column) };
}

function clue(value: unknown): FailureClue {
  if (!Array.isArray(value)) return oneOf(['thrown', 'awaited'])(value);
  if (value.length > maxClueKeys) throw new Breach();
  return value.map((key: unknown) => (typeof key === 'number' ? finite(key) : name(key)));
}

/** Reads the functions on the stack of an error; undefined if there are none. */
function stack(value: unknown): readonly StackFrame[] | undefined {
  if (!Array.isArray(value) || value.length > maxStackFrames) throw new Breach();
  return value.length === 0 ? undefined : value.map(stackFrame);
}

function stackFrame(value: unknown): StackFrame {
  if (!Array.isArray(value)) throw new Breach();
  const [called, line, column] = value as unknown[];
  return {
    ...(called !== null && { name: functionName(called) }),
    line: count(line),
    column: count(column),
  };
}

const name = textUpTo(maxNameLength);
const functionName = textUpTo(maxFunctionName);

/** The fields of each call, in their order after its type. */
const calls = {
  tool: { sequence: count, server: name, tool: name, form: oneOf(callForms), input: orNull(take) },
  feature: { sequence: count, server: name, method: oneOf(featureMethods), input: orNull(take) },
  codemode: { sequence: count, method: oneOf(codemodeMethods), input: take },
} satisfies Record<ScriptCall['target'], Readers>;

/** The fields of each other message, except of ticks, whose number of fields varies and whose answers are counted. */
const messages = {
  walls: { inForce: (value: unknown) => value === true, detail: textUpTo(maxMessageLength) },
  inspector: { address: inspectorAddress },
  cache: { data: (mark: unknown, values: Values) => Buffer.from(take(mark, values), 'base64') },
  ready: {},
  log: {
    level: oneOf(logLevels),
    text: textUpTo(maxLogLength),
    ms: (value: unknown) => Math.max(0, Math.round(finite(value))),
    position: orNull(position),
  },
  display: { block: take },
  progress: {
    message: textUpTo(maxMessageLength),
    fraction: orNull((value) => Math.min(1, Math.max(0, finite(value)))),
  },
  done: { text: orNull(take) },
  fail: {
    code: oneOf(guestFailureCodes),
    message: textUpTo(maxMessageLength),
    position: orNull(position),
    failedCall: orNull(count),
    clue: orNull(clue),
    stack,
  },
} satisfies Record<string, Readers>;

/** The fields that a form reads. A field that its reader leaves undefined is absent. */
type FieldsOf<F extends Readers> = {
  readonly [N in keyof F as undefined extends ReturnType<F[N]> ? never : N]: ReturnType<F[N]>;
} & {
  readonly [N in keyof F as undefined extends ReturnType<F[N]> ? N : never]?: NonNullable<ReturnType<F[N]>>;
};
/** The union of all that `forms` read, each with its type under `Key`. */
type Read<Key extends string, Forms extends Record<string, Readers>> = {
  [Type in keyof Forms]: { readonly [K in Key]: Type } & FieldsOf<Forms[Type]>;
}[keyof Forms];

export type GuestMessage =
  | Read<'type', typeof messages>
  | { readonly type: 'call'; readonly call: Read<'target', typeof calls> }
  | { readonly type: 'tick'; readonly tick: Tick };

function readMessage(message: unknown, values: Values): GuestMessage {
  if (!Array.isArray(message)) throw new Breach();
  const [type, ...fields] = message as unknown[];
  if (type === 'tick') return { type, tick: tick(fields) };
  if (typeof type !== 'string') throw new Breach();
  return Object.hasOwn(calls, type)
    ? { type: 'call', call: readBy(calls, 'target', type, fields, values) }
    : readBy(messages, 'type', type, fields, values);
}

function readBy<Key extends string, Forms extends Record<string, Readers>>(
  forms: Forms,
  key: Key,
  type: string,
  fields: readonly unknown[],
  values: Values,
): Read<Key, Forms> {
  const form = Object.hasOwn(forms, type) ? forms[type] : undefined;
  let used = 0;
  const read: Record<string, unknown> = { [key]: type };
  for (const field in form) {
    const value = form[field]?.(fields[used], values);
    if (value !== undefined) read[field] = value;
    used += 1;
  }
  // Surplus fields would count against no quota.
  if (form === undefined || used !== fields.length) throw new Breach();
  return read as Read<Key, Forms>; // each field is what its reader returned
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
