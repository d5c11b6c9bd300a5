// The ways in which a run ends: with a value, with errors, or, shortly after it is stopped, cancelled.
import { addAbortListener } from 'node:events';
import type { JsonValue } from '../base/json.ts';
import { advice } from './formatting/index.ts';
import type { RunError } from './runOutcome.ts';

export interface FailedEnding {
  readonly ok: false;
  readonly errors: readonly RunError[];
}

export type Ending = { readonly ok: true; readonly value: JsonValue | undefined } | FailedEnding;

export const cancelled: FailedEnding = {
  ok: false,
  errors: [{ code: 'cancelled', message: 'Run cancelled.', hint: advice.runAgainIfWanted.model }],
};

/** Time in milliseconds that a stopped run has to end by itself with the states of its calls. */
const STOP_MS = 200;

export function failed(...errors: readonly RunError[]): FailedEnding {
  return { ok: false, errors };
}

/** Returns the ending of a run. Shortly after the signal aborts, the run is cancelled whatever it still waits for. */
export async function untilStopped(execution: Promise<Ending>, signal: AbortSignal): Promise<Ending> {
  const { promise: given, resolve: giveUp } = Promise.withResolvers<Ending>();
  let timer: NodeJS.Timeout | undefined;
  using _stopping = addAbortListener(signal, () => {
    timer = setTimeout(() => giveUp(cancelled), STOP_MS);
  });
  try {
    return await Promise.race([execution, given]);
  } finally {
    clearTimeout(timer);
  }
}
