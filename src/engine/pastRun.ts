// The port to an earlier run whose recorded answers this run receives, either to replay it or to resume it. The port
// keeps the engine independent of the record format.
import type { JsonObject } from '../base/json.ts';
import type { CallReply, GuestCall, RunReplay } from '../sandbox/index.ts';
import type { CalledTool, CallRecord, RunError } from './runOutcome.ts';

export interface PastRun {
  readonly id: string;
  /** The run that goes on with it keeps this title; absent where the record has none. */
  readonly title?: string;
  /** Its time and dice, the ticks that begin as they did, and what follows; undefined where its script never began. */
  readonly course: RunReplay | undefined;
  /** The value of `codemode.results` in the earlier run. */
  readonly results: JsonObject;
  /** Callable names by namespace, if the script is to see those of the earlier run. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** `ScriptStart.catalog` of the earlier run; absent if the script is another one. */
  readonly catalog?: string;
  /**
   * Called with each call, in the order in which the script makes them. `named`: the call with the names that scripts
   * have for its tool, if these are known: a script may write others of its names. Never rejects.
   */
  answer(call: GuestCall, named?: GuestCall): Promise<PastAnswer>;
  /**
   * Returns the earlier run of the saved script that this call runs; `code` is its code now. Undefined if that run
   * never began. `problem` is one sentence that says why that run cannot be resumed. Never rejects.
   */
  scriptRun?(sequence: number, code: string): Promise<PastScript | undefined>;
  /** Called before a call that can write is made now, after which the server data in the record may be out of date. */
  writesNow(): void;
}

export type PastScript = { readonly past: PastRun } | { readonly problem: string };

/** A call of the earlier run, without the properties that the script determines now. */
export type PastRecord = CalledTool & Pick<CallRecord, 'state' | 'ms' | 'message' | 'progress'>;

/** The answer to a call of the script. `record` is absent for calls of `codemode`. */
export type PastAnswer =
  | { readonly kind: 'recorded'; readonly reply: CallReply; readonly record?: PastRecord }
  /** The script never received an answer in the earlier run, and receives none now. */
  | { readonly kind: 'open'; readonly record?: PastRecord }
  /** The call is a write that may have taken effect. `call` is the number as in `CallInFlight`. */
  | { readonly kind: 'inFlight'; readonly record: PastRecord; readonly sentAt: number; readonly call: string }
  | { readonly kind: 'makeNow' }
  /** The run ends at this call. */
  | { readonly kind: 'stop'; readonly error: RunError };
