// Sends requests to one server and handles the obstacles: the server does not run, its session has ended unnoticed, or
// it demands a sign-in.
import type { ServerInfo } from '../../catalog/index.ts';
import { AuthRetry, type AuthFailure } from '../auth/index.ts';
import type { StartFailure } from '../protocol/startInteraction.ts';
import type { StartCaller, ServerLifecycle } from './serverLifecycle.ts';
import type { Session } from '../session/session.ts';
import type { RequestOutcome } from '../session/requestOutcome.ts';
import { untilAborted } from '../../base/withTimeout.ts';

/** `not_started`: the reason why the server does not run or refuses to serve. */
type Served<T> =
  | Exclude<RequestOutcome<T>, { readonly kind: 'unauthorized' }>
  | ({ readonly kind: 'not_started' } & StartFailure);

export class ServerRequests {
  readonly #lifecycle: ServerLifecycle;
  /**
   * Signals of runs in which the user was asked to sign in without success. All calls of a run have the same signal.
   */
  readonly #signInFailed = new WeakSet<AbortSignal>();
  readonly #onChange: () => void;
  /**
   * Advice about the missing sign-in that makes the running server refuse requests; undefined if there is no such
   * problem.
   */
  #signedOut: string | undefined;

  /** `onChange` is called when the result of `state` changes. */
  constructor(lifecycle: ServerLifecycle, onChange: () => void) {
    this.#lifecycle = lifecycle;
    this.#onChange = onChange;
  }

  get state(): Pick<ServerInfo, 'state' | 'error' | 'isSlow'> {
    const known = this.#lifecycle.state;
    if (known.state === 'running' && this.#signedOut !== undefined)
      return { state: 'needs_sign_in', error: this.#signedOut };
    return known;
  }

  /**
   * Sends a request with `ask` in the session of the server, which is started if necessary. If the server demands a
   * sign-in and the user may be asked, the request is repeated after the sign-in. If the session had ended unnoticed,
   * so that the request did not arrive, the request is sent once more.
   */
  async run<T>(
    given: StartCaller,
    ask: (session: Session) => Promise<RequestOutcome<T>>,
  ): Promise<Served<T>> {
    const caller = {
      ...given,
      interactive: given.interactive === true && !this.#signInFailed.has(given.signal),
    };
    const outcome = await this.#outcomeOf(caller, ask);
    // The user may have signed in in another window.
    if (outcome.kind === 'done') this.#signedOutIs(undefined);
    if (outcome.kind === 'not_started' && caller.interactive && (outcome.needs ?? outcome.denied))
      this.#signInFailed.add(caller.signal);
    return outcome;
  }

  async #outcomeOf<T>(
    caller: StartCaller,
    ask: (session: Session) => Promise<RequestOutcome<T>>,
  ): Promise<Served<T>> {
    const { signal } = caller;
    const retry = new AuthRetry(caller.interactive ? caller : undefined);
    let attemptsSinceSignIn = 0;
    for (;;) {
      attemptsSinceSignIn += 1;
      // An aborted caller must not start the server.
      const opened = signal.aborted
        ? undefined
        : await untilAborted(this.#lifecycle.ensureRunning(caller), signal);
      if (!opened) return { kind: 'aborted' };
      if (!opened.ok) return { kind: 'not_started', ...opened };
      const answer = await ask(opened.session);
      if (answer.kind === 'unauthorized') {
        const refused = await this.#signIn(answer.refusal, retry);
        if (refused) return signal.aborted ? { kind: 'aborted' } : { kind: 'not_started', ...refused };
        attemptsSinceSignIn = 0;
      } else if (answer.kind !== 'ended' || answer.asked || attemptsSinceSignIn > 1) return answer;
    }
  }

  /** Resolves to undefined if the user has signed in, so that the request can be repeated. */
  async #signIn(refusal: AuthFailure, retry: AuthRetry): Promise<StartFailure | undefined> {
    const authorization = this.#lifecycle.authorization;
    const refused = authorization
      ? await retry.refused(refusal, authorization)
      : { ok: false as const, error: 'it needs authorization.' };
    this.#signedOutIs(refused?.needs && refused.error);
    return refused;
  }

  #signedOutIs(error: string | undefined): void {
    if (this.#signedOut === error) return;
    this.#signedOut = error;
    this.#onChange();
  }
}
