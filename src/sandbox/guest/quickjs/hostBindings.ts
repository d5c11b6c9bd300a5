// The guest's bindings in the WebAssembly engine. They use the few functions of the host, an event loop on top of them,
// and the extensions of the engine.
import type { HostBindings } from '../hostBindings.ts';
import { isA } from '../stackTraces.ts';
import { EventLoop } from './eventLoop.ts';
import type { Host } from './host.ts';

/** The file name that the engine gives to text compiled by `eval`. Only the script is such text. */
const evaluatedText = '<input>';

/** Captures the functions from the engine's globals. Must be called once, before the globals are removed. */
export function captureBindings(host: Host): HostBindings {
  const loop = new EventLoop(host);
  const encoder = new TextEncoder();
  const { subtle } = crypto;
  const captureStackTrace = Error.captureStackTrace.bind(Error);
  // The engine reports a failed allocation with an error of this class only.
  const { InternalError } = globalThis as unknown as { readonly InternalError: new () => Error };
  let onFrames: Parameters<HostBindings['onFrames']>[0] = () => undefined;
  let onUnhandled: Parameters<HostBindings['onUnhandledRejection']>[0] = () => undefined;
  let onHandled: Parameters<HostBindings['onHandledRejection']>[0] = () => undefined;
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
    writeFrame: (lines) => host.send(lines.join('\n')),
    atEndOfTick: (work) => loop.atEndOfTick(work),
    inNextTick: (work) => loop.inNextTick(work),
    // `ScriptExecution.guard` catches the errors at every entry into the script.
    onUncaughtException: () => undefined,
    setTimeout: (work, ms) => loop.setTimeout(work, ms),
    clearTimeout: (timer) => loop.clearTimeout(timer),
    now: () => host.now(),
    byteLength: (text) => encoder.encode(text).length,
    keyStream: (seed) => {
      host.seedRandom(seed);
      return (length) => host.randomBytes(length);
    },
    digest: async (algorithm, bytes) =>
      new Uint8Array(await subtle.digest(algorithm.replace('SHA', 'SHA-'), bytes.slice())),
    captureStack: (target, above) => captureStackTrace(target, above),
    isOfScript: (frame) => frame.getFileName() === evaluatedText,
    isOutOfMemory: (error) => isA(error, InternalError) && error.message === 'out of memory',
  };
}
