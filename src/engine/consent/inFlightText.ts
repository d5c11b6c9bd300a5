// The wording of the question about a write of an earlier run that may have taken effect, shared by all front doors.
import { localTimeWithZone } from '../../base/text/localTime.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import type { CallInFlight } from './approval.ts';
import { withoutPath } from '../formatting/index.ts';

/** Labels of the answers from which the user chooses. */
export const inFlightAnswers = {
  stop: 'Stop the run',
  happened: 'It took effect: go on without its answer',
  didNotHappen: 'It did not take effect: call it now',
} as const;

/** Maximum number of characters of the failure that the question quotes. */
const LONGEST_FAILURE = 300;

/** Two sentences for the user; also for the model if no user can be asked. */
export function inFlightText({ run, call, path, sentAt, failure }: CallInFlight): string {
  const sent = `Run ${run} sent ${visibleName(path)} (call ${call}) at ${localTimeWithZone(sentAt)}`;
  const after =
    failure === undefined
      ? 'and ended before the answer'
      : `and it failed: ${visibleText(shownLine(withoutPath(path, failure), LONGEST_FAILURE))}`;
  return `${sent} ${after.replace(/\.$/, '')}. It may have taken effect: check before the run goes on.`;
}
