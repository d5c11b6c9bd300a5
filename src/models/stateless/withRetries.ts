// Repeats work after temporary failures. The delay is the one that the server demands; otherwise it doubles each time.
import { setTimeout as delay } from 'node:timers/promises';
import type { PassingFailure } from './passingFailure.ts';
import { errorMessage } from '../../base/errorMessage.ts';

interface RetryOptions {
  /** Returns undefined if the work must not be repeated after this error. */
  readonly passing: (error: unknown) => PassingFailure | undefined;
  /** Rejects if `signal` is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number from 0 to 1, which varies the delays so that many clients do not return at once. */
  readonly random?: () => number;
  /** Called before each delay. */
  readonly onRetry: (error: unknown, ms: number) => void;
}

const mostAttempts = 4;
const firstWaitMs = 1_000;
/** Maximum delay in milliseconds. If a server demands more, the work fails with its error, which has the delay. */
const longestWaitMs = 60_000;

/** Rejects with the error of the last attempt, or if `signal` is aborted. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { passing, wait, random = Math.random, onRetry }: RetryOptions,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const failure = signal.aborted || attempt === mostAttempts ? undefined : passing(error);
      const ms = failure?.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1) * (1 + random() / 2);
      if (!failure || ms > longestWaitMs) throw error;
      onRetry(error, ms);
      await (wait ? wait(ms, signal) : delay(ms, undefined, { signal }));
    }
  }
}

/** Returns a line for people and logs. The line is not escaped. */
export function retryText(model: string, error: unknown, ms: number): string {
  return `${model} is asked again in ${Math.ceil(ms / 1_000)} s: ${errorMessage(error)}`;
}
