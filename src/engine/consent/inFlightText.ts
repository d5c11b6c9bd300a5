// The question about a write of an earlier run that may have taken effect: the words that all front doors share.
import { localTimeWithZone } from '../../text/localTime.ts';
import { visibleName } from '../../text/visibleText.ts';
import type { CallInFlight } from '../approval.ts';

/** As labels, where the user chooses. */
export const inFlightAnswers = {
  stop: 'Stop the run',
  happened: 'It took effect: go on without its answer',
  didNotHappen: 'It did not take effect: call it now',
} as const;

/** Two sentences: also for the model, where no user answers. */
export function inFlightText({ run, path, sentAt }: CallInFlight): string {
  return `Run ${run} sent ${visibleName(path)} at ${localTimeWithZone(sentAt)} and ended before the answer. It may have taken effect: check before the run goes on.`;
}
