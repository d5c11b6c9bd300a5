// What stands at the top of a page about a run, as the extension sends it: how the run is, facts, problems.
import { isIndex, isObject, isString, type Guarded } from './guards.ts';

/** How something is meant: an error is red, a warning yellow. */
export const tones = ['plain', 'good', 'bad', 'warning', 'busy'] as const;
export type Tone = (typeof tones)[number];

export const isProblem = isObject({ message: isString }, { hint: isString, line: isIndex, column: isIndex });
export type Problem = Guarded<typeof isProblem>;

export const isFact = isObject({ name: isString, text: isString });
export type Fact = Guarded<typeof isFact>;
