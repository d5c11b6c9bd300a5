// The checker over its built thread.
import { ThreadedChecker, type ThreadedCheckerOptions } from '../../src/checker/threadedChecker.ts';
import { built } from './testEngine.ts';

/** A busy machine takes longer than a user is let wait. */
export function realChecker(options: Partial<ThreadedCheckerOptions> = {}): ThreadedChecker {
  return new ThreadedChecker({
    threadFile: built('checker/thread.js'),
    libFolder: built('checker/lib'),
    log: () => undefined,
    timeoutMs: 60_000,
    ...options,
  });
}
