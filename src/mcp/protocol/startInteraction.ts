// How the start of a server reaches a person: for inputs, for a sign-in. Whoever has a question asks it through this port, so that
// no question comes uncalled for, the server's state says what it waits for, and the time limit of the start stands still.
import type { UserAction } from '../../catalog/toolSource.ts';

export interface StartInteraction {
  /** Aborted when the start is given up: a question is taken back. */
  readonly signal: AbortSignal;
  /** Whether anybody may be asked now; who may not ends with the need in its outcome. */
  readonly interactive: boolean;
  /** Runs `question`, which `interactive` allows. Settles as it does. */
  ask<T>(need: UserAction, question: () => Promise<T>): Promise<T>;
}

/** Why a server does not run. `error`: one line that ends with what to do. `needs`: a person could help; `denied`: one was asked and did not want to. */
export interface StartFailure {
  readonly ok: false;
  readonly error: string;
  readonly needs?: UserAction;
  readonly denied?: boolean;
  /** It was not ready in its time. */
  readonly isSlow?: boolean;
}
