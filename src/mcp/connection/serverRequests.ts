// Requests to one server, past what may stand in their way: it does not run, its session is over and nobody has noticed, or it wants
// the person to sign in.
import type { ServerInfo } from '../../catalog/toolSource.ts';
import { AuthRetry } from '../auth/authRetry.ts';
import type { StartFailure } from '../protocol/startInteraction.ts';
import type { AuthFailure } from '../auth/authChallenge.ts';
import type { Caller, ServerLifecycle } from './serverLifecycle.ts';
import type { Session } from '../session/session.ts';
import type { RequestOutcome } from '../session/requestOutcome.ts';
import { untilAborted } from '../../catalog/withTimeout.ts';

/** `not_started`: why the server does not run, or serves nobody. */
type Asked<T> = RequestOutcome<T> | ({ readonly kind: 'not_started' } & StartFailure);
type Served<T> = Exclude<Asked<T>, { readonly kind: 'unauthorized' }>;

export class ServerRequests {
  readonly #lifecycle: ServerLifecycle;
  /** Signals of runs whose user was asked to sign in, without success: all calls of a run have one signal. */
  readonly #signInFailed = new WeakSet<AbortSignal>();
  readonly #onChange: () => void;
  /** Why the running server serves nothing: nobody is signed in to it any more. */
  #signedOut: string | undefined;

  /** `onChange`: what `state` gives is another now. */
  constructor(lifecycle: ServerLifecycle, onChange: () => void) {
    this.#lifecycle = lifecycle;
    this.#onChange = onChange;
  }

  get state(): Pick<ServerInfo, 'state' | 'error'> {
    const { state, error } = this.#lifecycle.state;
    if (state === 'running' && this.#signedOut !== undefined) return { state: 'needs_sign_in', error: this.#signedOut };
    return { state, ...(error !== undefined && { error }) };
  }

  /**
   * Asks the running server, started for it if need be; who has already given up starts nothing. Where the server wants a sign-in
   * and a person may be asked for it, the request is made again after it.
   */
  async ask<T>(wanted: Caller, request: (session: Session) => Promise<RequestOutcome<T>>): Promise<Served<T>> {
    const caller = { ...wanted, interactive: wanted.interactive === true && !this.#signInFailed.has(wanted.signal) };
    const outcome = await this.#askAdmitted(caller, request);
    if (outcome.kind === 'not_started' && caller.interactive && (outcome.needs ?? outcome.denied)) this.#signInFailed.add(caller.signal);
    return outcome;
  }

  async #askAdmitted<T>(caller: Caller, request: (session: Session) => Promise<RequestOutcome<T>>): Promise<Served<T>> {
    const retry = new AuthRetry(caller.interactive ? caller : undefined);
    for (;;) {
      const outcome = await this.#askOnce(caller, request);
      // Somebody may have signed in in another window.
      if (outcome.kind === 'done') this.#signedOutIs(undefined);
      if (outcome.kind !== 'unauthorized') return outcome;
      const refused = await this.#admit(outcome.refusal, retry);
      if (refused) return caller.signal.aborted ? { kind: 'aborted' } : { kind: 'not_started', ...refused };
    }
  }

  async #askOnce<T>(caller: Caller, request: (session: Session) => Promise<RequestOutcome<T>>): Promise<Asked<T>> {
    const { signal } = caller;
    for (let attempt = 1; ; attempt++) {
      const opened = signal.aborted ? undefined : await untilAborted(this.#lifecycle.ensureRunning(caller), signal);
      if (!opened) return { kind: 'aborted' };
      if (!opened.ok) return { kind: 'not_started', ...opened };
      const outcome = await request(opened.session);
      // Once more when the request reached nobody: the session was over, and nobody had noticed.
      if (outcome.kind !== 'ended' || outcome.asked || attempt > 1) return outcome;
    }
  }

  /** Undefined when the request is worth another try: the person is signed in now. */
  async #admit(refusal: AuthFailure, retry: AuthRetry): Promise<StartFailure | undefined> {
    const authorization = this.#lifecycle.authorization;
    const refused = authorization ? await retry.refused(refusal, authorization) : { ok: false as const, error: 'it wants authorization.' };
    this.#signedOutIs(refused?.needs && refused.error);
    return refused;
  }

  #signedOutIs(error: string | undefined): void {
    if (this.#signedOut === error) return;
    this.#signedOut = error;
    this.#onChange();
  }
}
