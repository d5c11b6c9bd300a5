// Tries again what failed for a reason that passes by itself, after as long as the server asks for, else twice as long each time.
import { setTimeout as delay } from 'node:timers/promises';
import type { PassingFailure } from './passingFailure.ts';
import { errorMessage } from '../base/errorMessage.ts';

export interface RetryOptions {
  /** Undefined for a failure that is not to be tried again. */
  readonly passing: (error: unknown) => PassingFailure | undefined;
  /** Rejects when `signal` aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1, so that many do not come back at once. */
  readonly random?: () => number;
  /** Hears of each wait. */
  readonly onRetry: (error: unknown, ms: number) => void;
}

const mostAttempts = 4;
const firstWaitMs = 1_000;
/** A server that asks for more is not waited for: its failure says how long. */
const longestWaitMs = 60_000;

/** Rejects as the last attempt does, and when `signal` aborts. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { passing, wait = waitFor, random = Math.random, onRetry }: RetryOptions,
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
      await wait(ms, signal);
    }
  }
}

/** For people and logs; not made safe to show. */
export function retryText(model: string, error: unknown, ms: number): string {
  return `${model} is asked again in ${Math.ceil(ms / 1_000)} s: ${errorMessage(error)}`;
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}
