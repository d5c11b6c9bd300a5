// Where turns are kept whose ids do not carry them.
import type { AnsweredCall } from './requestTools.ts';

export interface KeptTurn {
  /** Its state, packed. */
  readonly packed: string;
  /** By the index of a script: what its calls were answered. A client may not send it again, as when it shortens the conversation. */
  readonly answers: ReadonlyMap<number, readonly AnsweredCall[]>;
  /** By the index of a finished call of the model's: what the model got. */
  readonly results: ReadonlyMap<number, string>;
}

export interface TurnStore {
  /** In place of what was kept of that turn. */
  keep(turn: string, kept: KeptTurn): void;
  /** Undefined for a turn that is not kept, or no more. Never rejects. */
  recall(turn: string): Promise<KeptTurn | undefined>;
}
