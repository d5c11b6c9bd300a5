// Waiting with an end, for what one side does not have to answer for: the work goes on, and how it ends is its own.
import { settleWithin } from '../../catalog/settleWithin.ts';

/** Waits until `work` settles, either way, at most `ms` milliseconds. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<void> {
  await settleWithin(Promise.allSettled([work]), ms);
}

/** The value of `work`, or undefined as soon as `signal` is aborted. The work itself goes on. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const abort = () => resolve(undefined);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  work.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}

/** Whether an abort came from a clock: `AbortSignal.timeout` and everybody who follows it abort with a `TimeoutError`. */
export function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}
