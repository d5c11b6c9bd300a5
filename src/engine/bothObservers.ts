// Joins two observers of one run, such as one that shows the run and one that counts it.
import type { RunObserver } from './executeRequest.ts';

/** Passes each event to the first observer, then to the second. */
export function bothObservers(first: RunObserver, second: RunObserver): Required<RunObserver> {
  return {
    onLog: (...event) => [first, second].forEach((observer) => observer.onLog?.(...event)),
    onDisplay: (...event) => [first, second].forEach((observer) => observer.onDisplay?.(...event)),
    onRecorded: (...event) => [first, second].forEach((observer) => observer.onRecorded?.(...event)),
    onTitled: (...event) => [first, second].forEach((observer) => observer.onTitled?.(...event)),
    onCallStarted: (...event) => [first, second].forEach((observer) => observer.onCallStarted?.(...event)),
    onCallEnded: (...event) => [first, second].forEach((observer) => observer.onCallEnded?.(...event)),
    onAnswered: (...event) => [first, second].forEach((observer) => observer.onAnswered?.(...event)),
    onProgress: (...event) => [first, second].forEach((observer) => observer.onProgress?.(...event)),
    onForUser: (...event) => [first, second].forEach((observer) => observer.onForUser?.(...event)),
  };
}
