// The port that informs observers about the calls of a run.
import type { JsonValue } from '../base/json.ts';
import type { CallReply } from '../sandbox/index.ts';
import type { CallRecord } from './runOutcome.ts';

/** Called with the calls of one run as they happen. No method may throw. */
export interface CallObserver {
  /** `sequence` is the call's number in the run, `path` is `tools.<server>.<tool>`. */
  onCallStarted?(call: {
    readonly sequence: number;
    readonly path: string;
    readonly input: JsonValue | undefined;
  }): void;
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
