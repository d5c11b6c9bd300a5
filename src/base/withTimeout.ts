// Waits for work with a limit: the wait ends with the caller's time or signal, and the work goes on for other callers.
import { addAbortListener } from 'node:events';

/** The result of `work`, or `'late'` after `ms` milliseconds. Rejects as `work` does. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until `work` settles, either way, at most `ms` milliseconds. */
export async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  await withTimeout(Promise.allSettled([work]), ms);
}

/** The result of `work`. Rejects as `work` does, or with the signal's reason as soon as it aborts. */
export async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // The work may still reject, and no caller is left to handle the rejection.
  if (signal.aborted) work.catch(() => undefined);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _rejecting = addAbortListener(signal, () => reject(signal.reason));
  return await Promise.race([work, aborted]);
}

/** The result of `work`, or undefined as soon as `signal` aborts. Rejects as `work` does. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const abort = () => resolve(undefined);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  work.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}

/** True if `work` resolves, false if it rejects. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
