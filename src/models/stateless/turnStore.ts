// Store of turns whose IDs do not carry the state.
import type { AnsweredCall } from './requestTools.ts';

export interface KeptTurn {
  /** The packed state. */
  readonly packed: string;
  /**
   * Answers to the calls of each script, by the index of the script. A client may not send them again, for example when
   * it shortens the conversation.
   */
  readonly answers: ReadonlyMap<number, readonly AnsweredCall[]>;
  /** Results for the model, by the index of a finished call of the model. */
  readonly results: ReadonlyMap<number, string>;
}

export interface TurnStore {
  /** Replaces the stored data of the turn. */
  keep(turn: string, kept: KeptTurn): void;
  /** Resolves to undefined if the turn is not stored. Never rejects. */
  recall(turn: string): Promise<KeptTurn | undefined>;
}
