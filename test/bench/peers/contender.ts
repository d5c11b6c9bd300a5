// A sandbox in the comparison: the functions that the work of `work.ts` needs, independent of the sandbox's own API.
import type { JsonValue } from '../../../src/base/json.ts';

/** The answer of the one tool of a run; it runs in the process of the sandbox's host. */
export type Answer = (input: JsonValue) => JsonValue | Promise<JsonValue>;

export interface Contender {
  /** The expression that scripts write before `(input)` to call the tool. */
  readonly tool: string;
  /** Runs the body of an async function in a sandbox that no other run has used; rejects if the script failed. */
  run(body: string, answer: Answer): Promise<unknown>;
  /** Resident bytes of its sandboxes outside this process; undefined if the system does not tell. */
  outsideBytes(): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Makes a contender without starting a sandbox: the first run of a contender is part of the measurement. */
export type MakeContender = () => Contender | Promise<Contender>;

/** Limits of scripts for memory and time, above the needs of all work here. */
export const memoryLimitMb = 512;
export const timeLimitMs = 60_000;
