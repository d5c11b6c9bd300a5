// The guard on everything that a sandbox process sends. A message is rebuilt field by field from primitives; what does
// not fit is a breach, and the process is killed for it: our own guest never sends such a thing.
import {
  isWithinDepth,
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
  logLevels,
  type FailureClue,
  type GuestFailureCode,
  type RunFailure,
  type ScriptEvent,
  type StackFrame,
  type Tick,
} from '../protocol/messages.ts';
import { parseFrame } from './guestFrame.ts';

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

function textOrNull(value: unknown): string | undefined {
  return value === null ? undefined : text(value);
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

function readEvent(type: string, a: unknown, b: unknown, c: unknown, d: unknown, e: unknown): ScriptEvent {
  switch (type) {
    case 'tool':
      return {
        type,
        call: count(a),
        server: text(b, maxNameLength),
        tool: text(c, maxNameLength),
        form: oneOf(callForms, d),
        input: textOrNull(e),
      };
    case 'feature':
      return { type, call: count(a), server: text(b, maxNameLength), method: oneOf(featureMethods, c), input: textOrNull(d) };
    case 'codemode':
      return { type, call: count(a), method: oneOf(codemodeMethods, b), params: text(c) };
    case 'log':
      return { type, level: oneOf(logLevels, a), text: text(b, maxLogLength), ms: Math.max(0, Math.round(finite(c))) };
    case 'display':
      return { type, block: text(a) };
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

function readMessage(message: unknown): GuestMessage {
  if (!Array.isArray(message)) throw new Breach();
  const [type, a, b, c, d, e] = message as unknown[];
  switch (type) {
    case 'walls':
      return { type, inForce: a === true, detail: text(b, maxMessageLength) };
    case 'ready':
      return { type };
    case 'cache':
      return { type, data: Buffer.from(text(a), 'base64') };
    case 'tick':
      return { type, tick: readTick(message.slice(1)) };
    case 'done':
      return { type, text: textOrNull(a) };
    case 'fail':
      return { type, ...readFailure(message) };
    default:
      return { type: 'event', event: readEvent(text(type, maxNameLength), a, b, c, d, e) };
  }
}

/** The messages of one frame; undefined when it is not what our guest could have sent. */
export function readGuestMessages(json: string): GuestMessage[] | undefined {
  try {
    const frame = parseFrame(json);
    return Array.isArray(frame) ? frame.map(readMessage) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether `json` is JSON of at most `maxDepth` levels. */
export function isBoundedJson(json: string, maxDepth: number): boolean {
  try {
    return isWithinDepth(JSON.parse(json), maxDepth);
  } catch {
    return false;
  }
}
