// A run of before whose answers this one is given: to repeat it, or to go on where it ended. A port, so that the engine knows no records.
import type { JsonObject } from '../base/json.ts';
import type { CallReply, GuestCall, RunReplay, SandboxLimits } from '../sandbox/host/sandboxPort.ts';
import type { CalledTool, CallRecord, RunError, RunOutcome } from './runOutcome.ts';

export interface PastRun {
  readonly id: string;
  /** The run that goes on with it keeps this title; absent where the record has none. */
  readonly title?: string;
  /** Its time and dice, the ticks that begin as they did, and what follows them; undefined where its script never began. */
  readonly course: RunReplay | undefined;
  /** `codemode.results` as it was. */
  readonly results: JsonObject;
  /** Namespace -> callable names, where the script is to find those of then. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** `ScriptStart.catalog` of then, where the script is the same. */
  readonly catalog?: string;
  /** Asked of each call, in the order in which the script makes them. Never rejects. */
  answer(call: GuestCall): Promise<PastAnswer>;
  /**
   * What the saved script, whose code is `code` now, had done that this call ran; undefined where it never began. `problem`: one sentence, why
   * it cannot be gone on with. Never rejects.
   */
  scriptRun?(sequence: number, code: string): Promise<PastScript | undefined>;
  /** The call is made now: what the record knows of the server may be out of date. */
  madeNow(call: GuestCall, writes: boolean): void;
}

export type PastScript = { readonly past: PastRun } | { readonly problem: string };

/** A call of then without what the script says of it now. */
export type PastRecord = CalledTool & Pick<CallRecord, 'state' | 'ms' | 'message' | 'progress'>;

/** `record` is absent for calls of `codemode`. */
export type PastAnswer =
  | { readonly kind: 'recorded'; readonly reply: CallReply; readonly record?: PastRecord }
  /** The script never had the answer, and gets none. */
  | { readonly kind: 'open'; readonly record?: PastRecord }
  /** It is not known whether a write took place. `call`: as `CallInFlight` has it. */
  | { readonly kind: 'inFlight'; readonly record: PastRecord; readonly sentAt: number; readonly call: string }
  | { readonly kind: 'makeNow' }
  /** The run ends here. */
  | { readonly kind: 'stop'; readonly error: RunError };

/** A run of before that is repeated without its servers. */
export interface ReplayedRun extends PastRun {
  readonly names: NonNullable<PastRun['names']>;
  /** As recorded; the replay obeys the user's own limits as well. */
  readonly limits: SandboxLimits;
  /** How it ended; absent where its process ended first, and where another script is run. */
  readonly ended?: Pick<RunOutcome, 'ok' | 'errors' | 'warnings' | 'notes' | 'forUser'>;
}
