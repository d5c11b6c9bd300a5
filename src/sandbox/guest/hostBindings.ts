// The functions that the guest takes from Node. They are captured before Node's globals are removed, stay in closures,
// and are never handed to a script. `quickjs/hostBindings.ts` supplies the same functions for the WebAssembly engine.
import { Buffer } from 'node:buffer';
import { writeSync } from 'node:fs';
import { scriptUrlName } from '../protocol/bounds.ts';
import { encodeFrame, FrameReader, outputDescriptor } from '../protocol/frames.ts';

/** The methods of V8's `CallSite` that the guest reads. QuickJS has them too, except where noted. */
export interface Frame {
  /** Exists in V8 only. */
  getScriptNameOrSourceURL(): unknown;
  getFileName(): unknown;
  getFunctionName(): unknown;
  isConstructor(): unknown;
  getLineNumber(): unknown;
  getColumnNumber(): unknown;
}

export interface HostBindings {
  /**
   * Writes the lines of one frame and blocks while the pipe is full, so that a flood of messages stops the script and
   * not the supervisor thread.
   */
  writeFrame(lines: readonly string[]): void;
  /** Calls `listener` with all frames that arrived together. */
  onFrames(listener: (frames: readonly string[]) => void): void;
  /** Runs `work` at the end of the current tick, before later messages and timers. */
  atEndOfTick(work: () => void): void;
  /**
   * Runs `work` in a tick of its own. By then the engine has reported each promise of this tick that was rejected and
   * not caught.
   */
  inNextTick(work: () => void): void;
  onUnhandledRejection(listener: (reason: unknown, promise: Promise<unknown>) => void): void;
  onHandledRejection(listener: (promise: Promise<unknown>) => void): void;
  onUncaughtException(listener: (error: unknown) => void): void;
  readonly setTimeout: (work: () => void, ms: number) => unknown;
  /** Takes the timer that `setTimeout` returned. */
  readonly clearTimeout: (timer: unknown) => void;
  /** Returns a monotonic time in milliseconds, with fractions. */
  readonly now: () => number;
  readonly byteLength: (text: string) => number;
  /**
   * Returns an endless stream of bytes for a seed of 32 bytes in hexadecimal. Each call of the stream returns the next
   * `length` bytes.
   */
  readonly keyStream: (seed: string) => (length: number) => Uint8Array;
  /** `algorithm` is a name that OpenSSL uses, such as `SHA256`. */
  readonly digest: (algorithm: string, bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /** Writes the current stack to `target.stack`, without the function `above` and the functions that `above` called. */
  readonly captureStack: (target: object, above: (...args: never[]) => unknown) => void;
  /**
   * Returns the innermost frame of the script if that frame is near the top of the stack. Absent in an engine where
   * `captureStack` costs no more. SES sanitises each frame that it hands out, which takes 10 µs per frame.
   */
  readonly topOfScript?: () => { readonly line: number; readonly column: number } | undefined;
  /** True if this frame of a stack belongs to the text of the script. */
  readonly isOfScript: (frame: Frame) => boolean;
  /** True if the engine threw this error because memory is full, and goes on running. */
  readonly isOutOfMemory: (error: unknown) => boolean;
}

/**
 * Maximum number of frames above the script: functions of the guest, and one of the language, as in
 * `[1].forEach(console.log)`.
 */
const topFrames = 8;

function writeAll(bytes: Buffer, exit: () => void): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(outputDescriptor, bytes, at);
    } catch (error) {
      // The script's stack is full, and no byte of the frame has been written.
      if (error instanceof RangeError && at === 0) throw error;
      // The process that read the other end has gone, so this process has no reason to go on.
      if (!(error instanceof Object && 'code' in error && error.code === 'EAGAIN')) exit();
    }
  }
}

/** Captures the functions from Node's globals. Must be called once, before the globals are removed. */
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
      // Evaluated text has an empty script name here, and only the script is evaluated text that calls the guest.
      const frame = getCallSites(topFrames).find((site) => site.scriptName === '');
      return frame && { line: frame.lineNumber, column: frame.columnNumber };
    },
    isOfScript: (frame) => frame.getScriptNameOrSourceURL() === scriptUrlName,
    // Node's process ends when its memory is full, so no such error reaches the guest.
    isOutOfMemory: () => false,
  };
}
