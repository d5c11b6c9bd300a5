// What the guest takes from its engine: kept in closures, never handed to a script. Here, from Node, before Node is taken
// away; quickjs/bindings.ts has the same of a machine of WebAssembly.
import { Buffer } from 'node:buffer';
import { writeSync } from 'node:fs';
import { encodeFrame, FrameReader, outputDescriptor } from '../protocol/frames.ts';
import { scriptName } from './scriptSource.ts';

/** The parts of V8's CallSite, which QuickJS has too, that are read here. */
export interface Frame {
  /** V8's only. */
  getScriptNameOrSourceURL(): unknown;
  getFileName(): unknown;
  getFunctionName(): unknown;
  isConstructor(): unknown;
  getLineNumber(): unknown;
  getColumnNumber(): unknown;
}

export interface HostBindings {
  /** Writes the lines of one frame, waiting while the pipe is full: a flood stops here and not in the thread. */
  writeFrame(lines: readonly string[]): void;
  /** Hands over the frames that came at once. */
  onFrames(listener: (frames: readonly string[]) => void): void;
  /** Runs `work` when nothing but what is not yet due is left of this tick, microtasks included. */
  atEndOfTick(work: () => void): void;
  /** Runs `work` in a tick of its own: what was rejected and not caught by then is known. */
  inNextTick(work: () => void): void;
  onUnhandledRejection(listener: (reason: unknown, promise: Promise<unknown>) => void): void;
  onHandledRejection(listener: (promise: Promise<unknown>) => void): void;
  onUncaughtException(listener: (error: unknown) => void): void;
  readonly setTimeout: (work: () => void, ms: number) => unknown;
  /** Takes what `setTimeout` gave. */
  readonly clearTimeout: (timer: unknown) => void;
  /** Milliseconds with fractions, monotonic. */
  readonly now: () => number;
  readonly byteLength: (text: string) => number;
  /** Bytes without end from a seed of 32 bytes in hexadecimal: each call gives the next so many. */
  readonly keyStream: (seed: string) => (length: number) => Uint8Array;
  /** `algorithm` is a name of OpenSSL's, such as SHA256. */
  readonly digest: (algorithm: string, bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /** Puts the current stack, without `above` and what it called, on `target.stack`. */
  readonly captureStack: (target: object, above: (...args: never[]) => unknown) => void;
  /**
   * The innermost frame of the script, if it is at the top of the stack. Absent where `captureStack` costs no more: SES makes each frame that it
   * hands out safe, at 10 µs a frame.
   */
  readonly topOfScript?: () => { readonly line: number; readonly column: number } | undefined;
  /** Whether the script's own text is at this frame of a stack. */
  readonly isOfScript: (frame: Frame) => boolean;
  /** Whether the engine threw this because memory is full, and lives on. */
  readonly isOutOfMemory: (error: unknown) => boolean;
}

/** Our own functions, and one of the language between them and the script: `[1].forEach(console.log)`. */
const topFrames = 8;

function writeAll(bytes: Buffer, exit: () => void): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(outputDescriptor, bytes, at);
    } catch (error) {
      // The script's stack is full, and the frame not begun.
      if (error instanceof RangeError && at === 0) throw error;
      // Whoever read the other end is gone, and with it every reason to go on.
      if (!(error instanceof Object && 'code' in error && error.code === 'EAGAIN')) exit();
    }
  }
}

/** Reads everything off Node's globals; to be called once, before they are removed. */
export function captureBindings(): HostBindings {
  const node = process;
  const { stdin } = node;
  const nextTick = node.nextTick.bind(node);
  const { setImmediate, setTimeout, clearTimeout, performance } = globalThis;
  const captureStackTrace = Error.captureStackTrace.bind(Error);
  const exit = () => node.exit(0);
  const crypto = node.getBuiltinModule('node:crypto');
  const { getCallSites } = node.getBuiltinModule('node:util');
  stdin.on('end', exit).on('error', exit);
  return {
    writeFrame: (lines) => writeAll(encodeFrame(lines), exit),
    onFrames: (listener) => {
      const reader = new FrameReader(Infinity);
      stdin.on('data', (chunk) => {
        const frames = reader.push(chunk) ?? [];
        if (frames.length > 0) listener(frames.map((frame) => frame.toString()));
      });
    },
    atEndOfTick: (work) => nextTick(work),
    inNextTick: (work) => void setImmediate(work),
    onUnhandledRejection: (listener) => void node.on('unhandledRejection', listener),
    onHandledRejection: (listener) => void node.on('rejectionHandled', listener),
    onUncaughtException: (listener) => void node.on('uncaughtException', listener),
    setTimeout: (work, ms) => setTimeout(work, ms),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    now: () => performance.now(),
    byteLength: (text) => Buffer.byteLength(text),
    keyStream: (seed) => {
      const cipher = crypto.createCipheriv('aes-256-ctr', Buffer.from(seed, 'hex'), Buffer.alloc(16));
      return (length) => cipher.update(Buffer.alloc(length));
    },
    digest: (algorithm, bytes) => crypto.createHash(algorithm).update(bytes).digest(),
    captureStack: (target, above) => captureStackTrace(target, above),
    topOfScript: () => {
      // Evaluated text has no name here, and nothing else that is evaluated calls us.
      const frame = getCallSites(topFrames).find((site) => site.scriptName === '');
      return frame && { line: frame.lineNumber, column: frame.columnNumber };
    },
    isOfScript: (frame) => frame.getScriptNameOrSourceURL() === scriptName,
    // Node's process ends when its memory is full.
    isOutOfMemory: () => false,
  };
}
