// Port through which the start of a server asks a person, for inputs or for a sign-in. Because all questions use this
// port, a question appears only when it is allowed, the server's state names the question, and the start's time limit
// pauses.
import type { UserAction } from '../../catalog/index.ts';

export interface StartInteraction {
  /** Aborted when the start is given up. An open question is then withdrawn. */
  readonly signal: AbortSignal;
  /** True if a person may be asked now. Otherwise the start ends with the needed action in its outcome. */
  readonly interactive: boolean;
  /** Runs `question`, which is allowed only if `interactive` is true. Settles as `question` does. */
  ask<T>(need: UserAction, question: () => Promise<T>): Promise<T>;
}

/**
 * Reason why a server does not run. `error` is one line that ends with what to do. `needs` names the action with which
 * a person can help; `denied` is true if the person was asked and declined.
 */
export interface StartFailure {
  readonly ok: false;
  readonly error: string;
  readonly needs?: UserAction;
  readonly denied?: boolean;
  /** True if the server was not ready within its time limit. */
  readonly isSlow?: boolean;
}
