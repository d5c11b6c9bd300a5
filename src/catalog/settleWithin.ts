// Waits for something without being held by it: the caller's time and the caller's signal decide, and what is waited
// for goes on for the others who wait for it.

/** What `work` gives. Rejects as `work` does, or with the signal's reason as soon as it aborts. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nobody hears how it ends.
  if (signal.aborted) work.catch(() => undefined);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** What `work` gives, or `'late'` when that takes longer than `ms` milliseconds. Rejects as `work` does. */
export async function settleWithin<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
