// The real checker with its built thread.
import { ThreadedChecker, type ThreadedCheckerOptions } from '../../src/checker/threadedChecker.ts';
import { built } from './testEngine.ts';

/** The timeouts are longer than those for users, since a test machine may be busy. */
export function realChecker(options: Partial<ThreadedCheckerOptions> = {}): ThreadedChecker {
  return new ThreadedChecker({
    threadFile: built('checker/thread.js'),
    libFolder: built('checker/lib'),
    log: () => undefined,
    timeoutMs: 60_000,
    ...options,
  });
}
