// An outcome as a person reads it in the output channel.
import { errorText, warningText } from '../../engine/wording/formatResult.ts';
import { receipt } from '../../engine/wording/receipt.ts';
import type { RunError, RunOutcome } from '../../engine/runOutcome.ts';

export function outcomeLines(outcome: RunOutcome): readonly string[] {
  const warnings = outcome.warnings.map(warningText);
  const took = `${outcome.durationMs.toFixed(0)} ms`;
  if (!outcome.ok) {
    const made = outcome.calls.length > 0 ? receipt(outcome.calls) : [];
    // What the person did themselves needs no explanation.
    const [error] = outcome.errors;
    if (error?.code === 'cancelled') return [...warnings, ...made, `Cancelled after ${took}.`];
    if (error?.code === 'denied') return [...warnings, 'You did not allow it: nothing was run.'];
    return [...outcome.errors.map(forPerson).map(errorText), ...warnings, ...made, `Failed after ${took}.`];
  }
  const displays = outcome.displays.map((block) => `[${block.type}]`);
  const value = outcome.value === undefined ? 'Nothing was returned.' : JSON.stringify(outcome.value, undefined, 2);
  return [value, ...displays, ...warnings, `Done in ${took}.`];
}

/** The next step of these is a model's: to tell the person, who reads the reason here. */
function forPerson(error: RunError): RunError {
  const { hint: _forModels, ...reason } = error;
  return error.code === 'server_unavailable' || error.code === 'excluded_tool' ? reason : error;
}
