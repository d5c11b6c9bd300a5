// An outcome as a person reads it in the output channel.
import { errorText } from '../../engine/formatResult.ts';
import { receipt } from '../../engine/receipt.ts';
import type { RunOutcome } from '../../engine/runOutcome.ts';

export function outcomeLines(outcome: RunOutcome): readonly string[] {
  const took = `${outcome.durationMs.toFixed(0)} ms`;
  if (!outcome.ok) {
    const made = outcome.calls.length > 0 ? receipt(outcome.calls) : [];
    return [...outcome.errors.map(errorText), ...made, `Failed after ${took}.`];
  }
  const displays = outcome.displays.map((block) => `[${block.type}]`);
  const value = outcome.value === undefined ? 'Nothing was returned.' : JSON.stringify(outcome.value, undefined, 2);
  return [value, ...displays, `Done in ${took}.`];
}
