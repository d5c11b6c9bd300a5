// Explains why a call is not in a record: compares it with the most similar recorded call.
import { visibleName } from '../../base/text/visibleText.ts';
import { callKey, shapeName, type CallShape } from '../record/callKey.ts';
import { differenceLines, differences, type Difference } from './valueDiff.ts';

export interface NumberedCall extends CallShape {
  readonly call: number;
  /** True if the script already has the recorded answer of this call. */
  readonly served: boolean;
}

/** Maximum number of calls of the same tool that are compared. */
const mostCompared = 200;
const mostNamed = 5;

/** Returns sentences and lines for people. `number` is the number of the made call in the current run. */
export function callDiff(made: CallShape, number: number, recorded: readonly NumberedCall[]): string {
  const name = visibleName(shapeName(made));
  const head = `Call ${number} is not in the record: ${name}`;
  const same = recorded.filter((call) => shapeName(call) === shapeName(made));
  if (same.length === 0) return `${head} was not called. ${calledInstead(recorded, number)}`;
  const key = callKey(made);
  const equal = same.filter((call) => callKey(call) === key);
  if (equal.length > 0 && equal.every(({ served }) => served)) {
    const times = equal.length === 1 ? 'once' : `${equal.length} times`;
    return `${head} was called with this input ${times}, and now once more.`;
  }
  const open = same.filter(({ served }) => !served);
  const nearest = nearestOf(made, number, open.length > 0 ? open : same);
  if (!nearest) return `${head}.`;
  return [
    `${head} was called with another input. Nearest is call ${nearest.call.call}:`,
    ...differenceLines(nearest.found),
  ].join('\n');
}

/** Returns the call with the fewest differences; among equals, the one with the nearest number. */
function nearestOf(made: CallShape, number: number, calls: readonly NumberedCall[]) {
  let best: { readonly call: NumberedCall; readonly found: readonly Difference[] } | undefined;
  const byNumber = calls.toSorted((a, b) => Math.abs(a.call - number) - Math.abs(b.call - number));
  for (const call of byNumber.slice(0, mostCompared)) {
    const found = differences(made.input, call.input);
    if (!best || found.length < best.found.length) best = { call, found };
  }
  return best;
}

function calledInstead(recorded: readonly NumberedCall[], number: number): string {
  if (recorded.length === 0) return 'The recorded run made no calls.';
  const there = recorded.find(({ call }) => call === number);
  if (there) return `The recorded call ${number} is ${visibleName(shapeName(there))}.`;
  const names = [...new Set(recorded.map((call) => visibleName(shapeName(call))))];
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} others` : '';
  return `The recorded run called ${names.slice(0, mostNamed).join(', ')}${more}.`;
}
