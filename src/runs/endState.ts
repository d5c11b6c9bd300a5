// How a run ended, in one word.
import type { RunOutcome } from '../engine/runOutcome.ts';
import type { RunEndState } from './runEvent.ts';

export function endState({ ok, errors }: Pick<RunOutcome, 'ok' | 'errors'>): RunEndState {
  if (ok) return 'done';
  const [error] = errors;
  if (error?.code === 'cancelled') return 'cancelled';
  // With `toolError` it is a call that was denied, in a script that ran.
  return error?.code === 'denied' && !error.toolError ? 'denied' : 'failed';
}
