// Derives the state of a finished run, one word, from its outcome.
import type { RunOutcome } from '../../engine/index.ts';
import type { RunEndState } from './runEvent.ts';

export function endState({ ok, errors }: Pick<RunOutcome, 'ok' | 'errors'>): RunEndState {
  if (ok) return 'done';
  const [error] = errors;
  if (error?.code === 'cancelled') return 'cancelled';
  // An error with `toolError` comes from a single denied call in a script that ran; the run itself was not denied.
  return error?.code === 'denied' && !error.toolError ? 'denied' : 'failed';
}
