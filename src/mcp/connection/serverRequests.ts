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

  /** A request that `caller` makes of the running server, started for it if need be. */
  begin<T>(caller: Caller): ServerRequest<T> {
    const interactive = caller.interactive === true && !this.#signInFailed.has(caller.signal);
    return new ServerRequest(this, this.#lifecycle, { ...caller, interactive });
  }

  /** Undefined when the request is worth another try: the person is signed in now. */
  async admit(refusal: AuthFailure, retry: AuthRetry): Promise<StartFailure | undefined> {
    const authorization = this.#lifecycle.authorization;
    const refused = authorization ? await retry.refused(refusal, authorization) : { ok: false as const, error: 'it needs authorization.' };
    this.#signedOutIs(refused?.needs && refused.error);
    return refused;
  }

  settled({ signal, interactive }: Caller, outcome: Served<unknown>): void {
    // Somebody may have signed in in another window.
    if (outcome.kind === 'done') this.#signedOutIs(undefined);
    if (outcome.kind === 'not_started' && interactive && (outcome.needs ?? outcome.denied)) this.#signInFailed.add(signal);
  }

  #signedOutIs(error: string | undefined): void {
    if (this.#signedOut === error) return;
    this.#signedOut = error;
    this.#onChange();
  }
}

/**
 * One request: whoever makes it asks the session that `session` gives and says in `came` what came of it, until there is none. Where the
 * server wants a sign-in and a person may be asked for it, the request is made again after it.
 */
class ServerRequest<T> {
  readonly #requests: ServerRequests;
  readonly #lifecycle: ServerLifecycle;
  readonly #caller: Caller;
  readonly #retry: AuthRetry;
  /** Since the last sign-in. */
  #attempts = 0;
  #came: RequestOutcome<T> | undefined;
  #outcome: Served<T> = { kind: 'aborted' };

  constructor(requests: ServerRequests, lifecycle: ServerLifecycle, caller: Caller) {
    this.#requests = requests;
    this.#lifecycle = lifecycle;
    this.#caller = caller;
    this.#retry = new AuthRetry(caller.interactive ? caller : undefined);
  }

  /** Of the request, once there is no session to ask. */
  get outcome(): Served<T> {
    return this.#outcome;
  }

  came(outcome: RequestOutcome<T>): void {
    this.#came = outcome;
  }

  /** The session to ask; undefined when the outcome stands. */
  async session(): Promise<Session | undefined> {
    const next = await this.#next();
    if (!('kind' in next)) return next;
    this.#outcome = next;
    this.#requests.settled(this.#caller, next);
    return undefined;
  }

  async #next(): Promise<Session | Served<T>> {
    const { signal } = this.#caller;
    const came = this.#came;
    if (came?.kind === 'unauthorized') {
      const refused = await this.#requests.admit(came.refusal, this.#retry);
      if (refused) return signal.aborted ? { kind: 'aborted' } : { kind: 'not_started', ...refused };
      this.#attempts = 0;
    } else if (came && (came.kind !== 'ended' || came.asked || this.#attempts > 1)) {
      // It is asked once more when the request did not arrive: the session was over, unnoticed.
      return came;
    }
    this.#attempts += 1;
    // Who has already given up starts nothing.
    const opened = signal.aborted ? undefined : await untilAborted(this.#lifecycle.ensureRunning(this.#caller), signal);
    if (!opened) return { kind: 'aborted' };
    return opened.ok ? opened.session : { kind: 'not_started', ...opened };
  }
}
