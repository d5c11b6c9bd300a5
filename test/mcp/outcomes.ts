// Reads the outcome of a call or of a question for comparisons in tests. A success in place of an expected failure, and
// the reverse, fail the test.
import type { FeatureAnswer } from '../../src/catalog/serverFeatures.ts';
import type { CallFailure } from '../../src/base/callFailure.ts';
import type { CallOutcome } from '../../src/catalog/toolSource.ts';

export function failure(outcome: CallOutcome | FeatureAnswer): CallFailure {
  if (outcome.ok) throw new Error('It did not fail.');
  return outcome.error;
}

/** Returns the text of a call's answer, or the code of its failure. */
export function textOf(outcome: CallOutcome): string {
  if (!outcome.ok) return outcome.error.code;
  const [block] = outcome.result.content;
  return block?.type === 'text' ? block.text : 'no text';
}

export function valueOf(answer: FeatureAnswer): unknown {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}
