// Waiting with an end: for a time, or until a signal. The timer and the listener go when the wait does.

/** Whether `work` settles within `ms` milliseconds. Its outcome is its own. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const settled = () => resolve(true);
  work.then(settled, settled);
  return promise.finally(() => clearTimeout(timer));
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
