// A run that two want to hear of: who shows it, and who counts it.
import type { RunObserver } from './executeRequest.ts';

/** Each event to one, then to the other. */
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
