// The messages that every page about a run has: how the run is, what it put out, one of its calls, its values. Each is guarded where it comes in,
// on both sides: records hold what servers and scripts wrote.
import { isArrayOf, isIndex, isObject, isOneOf, isString, type Guarded } from '../../base/guards.ts';
import { isOutputEntry } from '../../runs/runView.ts';
import { isShownValue, valueReplies, valueRequests } from './valueMessages.ts';

/** How something is meant: an error is red, a warning yellow. */
const tones = ['plain', 'good', 'bad', 'warning', 'busy'] as const;
export type Tone = (typeof tones)[number];

const isProblem = isObject({ message: isString }, { hint: isString, line: isIndex, column: isIndex });
export type Problem = Guarded<typeof isProblem>;

const isFact = isObject({ name: isString, text: isString });
export type Fact = Guarded<typeof isFact>;

/** `actions`: those that can be used now. */
export function headFields<const Actions extends readonly string[]>(actions: Actions) {
  return {
    title: isString,
    state: isString,
    tone: isOneOf(tones),
    facts: isArrayOf(isFact),
    actions: isArrayOf(isOneOf(actions)),
    errors: isArrayOf(isProblem),
    warnings: isArrayOf(isProblem),
    notes: isArrayOf(isString),
  };
}
type HeadFields<Action extends string> = ReturnType<typeof headFields<readonly Action[]>>;
export type ShownHead<Action extends string> = { readonly [Field in keyof HeadFields<Action>]: Guarded<HeadFields<Action>[Field]> };

/** What a page sends. */
export const runRequests = {
  ready: isObject({}),
  call: isObject({ request: isIndex, call: isIndex }),
  ...valueRequests,
};

/** What it gets. */
export const runReplies = {
  /** Entries from number `from` on. */
  entries: isObject({ from: isIndex, entries: isArrayOf(isOutputEntry) }),
  call: isObject({ request: isIndex, facts: isArrayOf(isFact), values: isArrayOf(isShownValue) }, { problem: isString }),
  ...valueReplies,
};

/** What allowed the call, how long it took, its values; `problem`: why it failed. */
export type SelectedCall = Omit<Guarded<(typeof runReplies)['call']>, 'request'>;
