// Requests to one server, past what may stand in their way: it does not run, its session is over unnoticed, or it wants
// the person to sign in.
import type { ServerInfo } from '../../catalog/toolSource.ts';
import { AuthRetry } from '../auth/authRetry.ts';
import type { StartFailure } from '../protocol/startInteraction.ts';
import type { AuthFailure } from '../auth/authChallenge.ts';
import type { Caller, ServerLifecycle } from './serverLifecycle.ts';
import type { Session } from '../session/session.ts';
import type { RequestOutcome } from '../session/requestOutcome.ts';
import { untilAborted } from '../../base/withTimeout.ts';

/** `not_started`: why the server does not run, or serves no one. */
type Served<T> = Exclude<RequestOutcome<T>, { readonly kind: 'unauthorized' }> | ({ readonly kind: 'not_started' } & StartFailure);

export class ServerRequests {
  readonly #lifecycle: ServerLifecycle;
  /** Signals of runs whose user was asked to sign in, without success: all calls of a run have one signal. */
  readonly #signInFailed = new WeakSet<AbortSignal>();
  readonly #onChange: () => void;
  /** Why the running server serves nothing: the sign-in is gone. */
  #signedOut: string | undefined;

  /** `onChange`: what `state` gives is another now. */
  constructor(lifecycle: ServerLifecycle, onChange: () => void) {
    this.#lifecycle = lifecycle;
    this.#onChange = onChange;
  }

  get state(): Pick<ServerInfo, 'state' | 'error' | 'isSlow'> {
    const known = this.#lifecycle.state;
    if (known.state === 'running' && this.#signedOut !== undefined) return { state: 'needs_sign_in', error: this.#signedOut };
    return known;
  }

  /**
   * Makes a request with `ask` in the session of the running server, which is started for it if need be. Where the server wants a sign-in and a person may
   * be asked for it, the request is made again after it; where the session was over unnoticed, so that the request did not arrive, it is made once more.
   */
  async run<T>(given: Caller, ask: (session: Session) => Promise<RequestOutcome<T>>): Promise<Served<T>> {
    const caller = { ...given, interactive: given.interactive === true && !this.#signInFailed.has(given.signal) };
    const outcome = await this.#outcomeOf(caller, ask);
    // Somebody may have signed in in another window.
    if (outcome.kind === 'done') this.#signedOutIs(undefined);
    if (outcome.kind === 'not_started' && caller.interactive && (outcome.needs ?? outcome.denied)) this.#signInFailed.add(caller.signal);
    return outcome;
  }

  async #outcomeOf<T>(caller: Caller, ask: (session: Session) => Promise<RequestOutcome<T>>): Promise<Served<T>> {
    const { signal } = caller;
    const retry = new AuthRetry(caller.interactive ? caller : undefined);
    let attemptsSinceSignIn = 0;
    for (;;) {
      attemptsSinceSignIn += 1;
      // A caller that has already given up starts nothing.
      const opened = signal.aborted ? undefined : await untilAborted(this.#lifecycle.ensureRunning(caller), signal);
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

  /** Undefined when the request is worth another try: the person is signed in now. */
  async #signIn(refusal: AuthFailure, retry: AuthRetry): Promise<StartFailure | undefined> {
    const authorization = this.#lifecycle.authorization;
    const refused = authorization ? await retry.refused(refusal, authorization) : { ok: false as const, error: 'it needs authorization.' };
    this.#signedOutIs(refused?.needs && refused.error);
    return refused;
  }

  #signedOutIs(error: string | undefined): void {
    if (this.#signedOut === error) return;
    this.#signedOut = error;
    this.#onChange();
  }
}
