// What stands at the top of a page about a run, as the extension sends it: how the run is, facts, problems.
import { isArrayOf, isIndex, isObject, isOneOf, isString, type Guarded } from '../../base/guards.ts';

/** How something is meant: an error is red, a warning yellow. */
const tones = ['plain', 'good', 'bad', 'warning', 'busy'] as const;
export type Tone = (typeof tones)[number];

const isProblem = isObject({ message: isString }, { hint: isString, line: isIndex, column: isIndex });
export type Problem = Guarded<typeof isProblem>;

export const isFact = isObject({ name: isString, text: isString });
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
