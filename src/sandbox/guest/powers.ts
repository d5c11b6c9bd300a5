// What the guest takes from Node before Node is taken away: kept in closures, never handed to a script.
import { Buffer } from 'node:buffer';
import { writeSync } from 'node:fs';
import { encodeFrame, outputDescriptor } from '../protocol.ts';

export interface Powers {
  /** Writes one frame, waiting while the pipe is full: a flood stops here and not in the thread. */
  writeFrame(json: string): void;
  onInput(listener: (chunk: Buffer) => void): void;
  /** Runs `work` when nothing but what is not yet due is left of this turn, microtasks included. */
  atEndOfTurn(work: () => void): void;
  /** Runs `work` in a turn of its own: what was rejected and not caught by then is known. */
  inNextTurn(work: () => void): void;
  onUnhandledRejection(listener: (reason: unknown, promise: Promise<unknown>) => void): void;
  onHandledRejection(listener: (promise: Promise<unknown>) => void): void;
  onUncaughtException(listener: (error: unknown) => void): void;
  readonly setTimeout: (work: () => void, ms: number) => NodeJS.Timeout;
  readonly clearTimeout: (timer: NodeJS.Timeout) => void;
  /** Milliseconds with fractions, monotonic. */
  readonly now: () => number;
  readonly byteLength: (text: string) => number;
  /** Bytes without end from a seed of 32 bytes in hexadecimal: each call gives the next so many. */
  readonly keyStream: (seed: string) => (length: number) => Uint8Array;
  /** `algorithm` is a name of OpenSSL's, such as SHA256. */
  readonly digest: (algorithm: string, bytes: Uint8Array) => Uint8Array;
  /** Puts the current stack, without `above` and what it called, on `target.stack`. */
  readonly captureStack: (target: object, above: (...args: never[]) => unknown) => void;
}

function writeAll(bytes: Buffer, exit: () => void): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(outputDescriptor, bytes, at);
    } catch (error) {
      // Whoever read the other end is gone, and with it every reason to go on.
      if (!(error instanceof Object && 'code' in error && error.code === 'EAGAIN')) exit();
    }
  }
}

/** Reads everything off Node's globals; to be called once, before they are removed. */
export function takePowers(): Powers {
  const node = process;
  const { stdin } = node;
  const nextTick = node.nextTick.bind(node);
  const { setImmediate, setTimeout, clearTimeout, performance } = globalThis;
  const captureStackTrace = Error.captureStackTrace.bind(Error);
  const exit = () => node.exit(0);
  const crypto = node.getBuiltinModule('node:crypto');
  stdin.on('end', exit).on('error', exit);
  return {
    writeFrame: (json) => writeAll(encodeFrame(json), exit),
    onInput: (listener) => void stdin.on('data', listener),
    atEndOfTurn: (work) => nextTick(work),
    inNextTurn: (work) => void setImmediate(work),
    onUnhandledRejection: (listener) => void node.on('unhandledRejection', listener),
    onHandledRejection: (listener) => void node.on('rejectionHandled', listener),
    onUncaughtException: (listener) => void node.on('uncaughtException', listener),
    setTimeout: (work, ms) => setTimeout(work, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    now: () => performance.now(),
    byteLength: (text) => Buffer.byteLength(text),
    keyStream: (seed) => {
      const cipher = crypto.createCipheriv('aes-256-ctr', Buffer.from(seed, 'hex'), Buffer.alloc(16));
      return (length) => cipher.update(Buffer.alloc(length));
    },
    digest: (algorithm, bytes) => crypto.createHash(algorithm).update(bytes).digest(),
    captureStack: (target, above) => captureStackTrace(target, above),
  };
}
