// The guest's bindings in a machine of WebAssembly: the host's few functions, an event loop over them, and what the engine's
// extensions can do.
import type { HostBindings } from '../hostBindings.ts';
import { EventLoop } from './eventLoop.ts';
import type { Host } from './host.ts';

/** The name that the engine gives to text compiled by `eval`: nothing but the script is. */
const evaluatedText = '<input>';

type Listeners = Pick<HostBindings, 'onFrames' | 'onUnhandledRejection' | 'onHandledRejection'>;

/** Hands what the worker calls to whoever listens. */
function listen(host: Host, loop: EventLoop): Listeners {
  let onFrames: (frames: readonly string[]) => void = () => undefined;
  let onUnhandled: (reason: unknown, promise: Promise<unknown>) => void = () => undefined;
  let onHandled: (promise: Promise<unknown>) => void = () => undefined;
  host.listen(
    (json) => onFrames([json]),
    () => loop.wake(),
    () => loop.proceed(),
    (promise, reason, isHandled) => (isHandled ? onHandled(promise) : onUnhandled(reason, promise)),
  );
  return {
    onFrames: (listener) => void (onFrames = listener),
    onUnhandledRejection: (listener) => void (onUnhandled = listener),
    onHandledRejection: (listener) => void (onHandled = listener),
  };
}

/** Reads everything off the engine's globals; to be called once, before they are removed. */
export function captureBindings(host: Host): HostBindings {
  const loop = new EventLoop(host);
  const encoder = new TextEncoder();
  const { subtle } = crypto;
  const captureStackTrace = Error.captureStackTrace.bind(Error);
  // The error with which the engine says that an allocation failed is of this class and no other.
  const { InternalError } = globalThis as unknown as { readonly InternalError: ErrorConstructor };
  return {
    ...listen(host, loop),
    writeFrame: (lines) => host.send(lines.join('\n')),
    atEndOfTick: (work) => loop.atEndOfTick(work),
    inNextTick: (work) => loop.inNextTick(work),
    // Every entry into the script is guarded.
    onUncaughtException: () => undefined,
    setTimeout: (work, ms) => loop.setTimeout(work, ms),
    clearTimeout: (timer) => loop.clearTimeout(timer),
    now: () => host.now(),
    byteLength: (text) => encoder.encode(text).length,
    keyStream: (seed) => {
      host.seedRandom(seed);
      return (length) => host.randomBytes(length);
    },
    digest: async (algorithm, bytes) => new Uint8Array(await subtle.digest(algorithm.replace('SHA', 'SHA-'), bytes.slice())),
    captureStack: (target, above) => captureStackTrace(target, above),
    isOfScript: (frame) => frame.getFileName() === evaluatedText,
    isOutOfMemory: (error) => error instanceof InternalError && error.message === 'out of memory',
  };
}
