// A sandbox in the comparison: what it must do for the work of `work.ts`, whatever its own API looks like.
import type { JsonValue } from '../../../src/base/json.ts';

/** What the one tool of a run answers; in the same process as the sandbox's host. */
export type Answer = (input: JsonValue) => JsonValue | Promise<JsonValue>;

export interface Contender {
  /** What scripts write before `(input)` to call the tool. */
  readonly tool: string;
  /** Runs the body of an async function in a sandbox that no other run has used; rejects when the script failed. */
  run(body: string, answer: Answer): Promise<unknown>;
  /** Resident bytes of its sandboxes outside this process; undefined where the system does not tell. */
  outsideBytes(): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Starts nothing yet: the first run of a contender is part of what is measured. */
export type MakeContender = () => Contender | Promise<Contender>;

/** What scripts may hold, and for how long they may run: above what any work here takes. */
export const memoryLimitMb = 512;
export const timeLimitMs = 60_000;
