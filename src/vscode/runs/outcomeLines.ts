// An outcome as a person reads it in the output channel.
import type { JsonValue } from '../../catalog/json.ts';
import { errorText, warningText } from '../../engine/formatting/problemText.ts';
import { forReader } from '../../engine/formatting/advice.ts';
import { receipt } from '../../engine/formatting/receipt.ts';
import type { RunOutcome } from '../../engine/runOutcome.ts';
import { printableJson } from '../../text/visibleText.ts';
import { durationText } from './runTexts.ts';

/** All but what the script returned; `file` is the script's. */
export function outcomeLines(outcome: RunOutcome, file?: string): readonly string[] {
  const options = { reader: 'user', ...(file !== undefined && { file }) } as const;
  const warnings = outcome.warnings.map((warning) => warningText(warning, options));
  const took = durationText(outcome.durationMs);
  if (!outcome.ok) {
    const told = outcome.errors.map(({ message }) => message).join(' ');
    const made = outcome.calls.length > 0 ? [receipt(outcome.calls, { reader: 'user', told }).join('\n')] : [];
    // What the person did themselves needs no explanation.
    const [error] = outcome.errors;
    const ofRun = error?.toolError === undefined;
    if (ofRun && error?.code === 'cancelled') return [...warnings, ...made, `Cancelled after ${took}.`];
    if (ofRun && error?.code === 'denied') return [...warnings, `${forReader(error.message, 'user')} Nothing was run.`];
    return [...outcome.errors.map((one) => errorText(one, options)), ...warnings, ...made, `Failed after ${took}.`];
  }
  const displays = outcome.displays.map((block) => `[${block.type}]`);
  const nothing = outcome.value === undefined ? ['Nothing was returned.'] : [];
  return [...nothing, ...displays, ...warnings, `Done in ${took}.`];
}

/** What a script returned, as JSON of at most about `longest` characters; undefined where that is nothing. */
export function resultText(value: JsonValue | undefined, longest: number): string | undefined {
  if (value === undefined) return undefined;
  const json = printableJson(JSON.stringify(value, undefined, 2));
  return json.length > longest ? `${json.slice(0, longest)}\n… (${json.length - longest} more characters)` : json;
}
