// What is kept of a call's input beside what became of it: enough to tell the call from others, without secrets, and bounded, since a
// script may make a thousand calls of a megabyte each.
import type { JsonValue } from '../../catalog/json.ts';
import { cutValue } from '../formatting/cutJson.ts';
import { redactArguments } from './redactArguments.ts';

/** Of its JSON, in characters. */
const LONGEST_INPUT = 2_000;

/** Secrets by the name of their argument, at any depth, are hidden. */
export function recordedInput(input: JsonValue | undefined): JsonValue | undefined {
  // What is left out needs no hiding.
  return input === undefined ? undefined : redactArguments(cutValue(input, LONGEST_INPUT));
}
