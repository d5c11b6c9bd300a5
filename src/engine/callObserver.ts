// Who hears of calls.
import type { JsonValue } from '../base/json.ts';
import type { CallReply } from '../sandbox/host/sandboxPort.ts';
import type { CallRecord } from './runOutcome.ts';

/** Hears of the calls of one run as they happen. None of these may throw. */
export interface CallObserver {
  /** `sequence` is the call's number in the run, `path` is `tools.<server>.<tool>`. */
  onCallStarted?(call: { readonly sequence: number; readonly path: string; readonly input: JsonValue | undefined }): void;
  /** `exchange`: what the script passed and what it got, or why it got nothing. */
  onCallEnded?(record: CallRecord, exchange: { readonly input: JsonValue | undefined; readonly reply: CallReply }): void;
  /** Called after `onCallEnded`, when the answer goes to the script: its size in bytes of JSON. Calls of `codemode` are among them. */
  onAnswered?(sequence: number, bytes: number): void;
  /** Of the call with that number, or of the script itself; `fraction` from 0 to 1, where it is known. */
  onProgress?(message: string, fraction: number | undefined, sequence: number | undefined): void;
  /** What the answer of a tool has for the user, whatever the script makes of it. */
  onForUser?(path: string, text: string): void;
}
