// The port that informs observers about one run and its calls.
import type { ContentBlock } from '../base/contentBlock.ts';
import type { JsonValue } from '../base/json.ts';
import type { CallReply, LogEntry } from '../sandbox/index.ts';
import type { CallRecord } from './runOutcome.ts';

/** Called with the events of one run as they happen. No method may throw. */
export interface RunObserver {
  /** Called with each line of the script's console. */
  onLog?(entry: LogEntry): void;
  /** Called with each block that the script passes to `codemode.display`. */
  onDisplay?(block: ContentBlock): void;
  /** Called with the id of the recorded run, before any other event. */
  onRecorded?(id: string): void;
  /** Called with `shownTitle` of the request, before anything is prepared. */
  onTitled?(title: string): void;
  /** `sequence` is the call's number in the run, `path` is `tools.<server>.<tool>`. */
  onCallStarted?(call: { readonly sequence: number; readonly path: string }): void;
  /** `exchange`: the input that the script passed, and the reply or the failure that it received. */
  onCallEnded?(
    record: CallRecord,
    exchange: { readonly input: JsonValue | undefined; readonly reply: CallReply },
  ): void;
  /**
   * Called after `onCallEnded`, when the answer goes to the script, with the size of the answer in bytes of JSON.
   * Includes calls of `codemode`.
   */
  onAnswered?(sequence: number, bytes: number): void;
  /**
   * Reports progress of the call with this number, or of the script itself if there is no number. `fraction` is from 0
   * to 1; undefined if unknown.
   */
  onProgress?(message: string, fraction: number | undefined, sequence: number | undefined): void;
  /** Called with the text that the answer of a tool addresses to the user, whatever the script does with the answer. */
  onForUser?(path: string, text: string): void;
}

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
