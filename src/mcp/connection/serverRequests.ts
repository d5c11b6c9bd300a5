// Requests to one server, past what may stand in their way: it does not run, its session is over and nobody has noticed, or it wants
// the person to sign in.
import type { ServerInfo } from '../../catalog/toolSource.ts';
import { Admission } from '../auth/authRetry.ts';
import type { StartFailure } from '../protocol/startInteraction.ts';
import type { Refusal } from '../auth/authChallenge.ts';
import type { ServerSignIns } from '../auth/serverSignIns.ts';
import type { Need, ServerLife } from './serverLifecycle.ts';
import type { Session } from '../session/session.ts';
import type { RequestOutcome } from '../session/requestOutcome.ts';
import { untilAborted } from '../../catalog/withTimeout.ts';

/** `not_started`: why the server does not run, or serves nobody. */
type Asked<T> = RequestOutcome<T> | ({ readonly kind: 'not_started' } & StartFailure);
type Served<T> = Exclude<Asked<T>, { readonly kind: 'unauthorized' }>;

export class ServerRequests {
  readonly #life: ServerLife;
  readonly #signIns: ServerSignIns;
  readonly #onChange: () => void;
  /** Why the running server serves nothing: nobody is signed in to it any more. */
  #signedOut: string | undefined;

  /** `onChange`: what `state` gives is another now. */
  constructor(life: ServerLife, signIns: ServerSignIns, onChange: () => void) {
    this.#life = life;
    this.#signIns = signIns;
    this.#onChange = onChange;
  }

  get state(): Pick<ServerInfo, 'state' | 'error'> {
    const { state, error } = this.#life.state;
    if (state === 'running' && this.#signedOut !== undefined) return { state: 'needs_sign_in', error: this.#signedOut };
    return { state, ...(error !== undefined && { error }) };
  }

  /**
   * Asks the running server, started for it if need be; who has already given up starts nothing. Where the server wants a sign-in
   * and a person may be asked for it, the request is made again after it.
   */
  async ask<T>(wanted: Need, request: (session: Session) => Promise<RequestOutcome<T>>): Promise<Served<T>> {
    const need = { ...wanted, interactive: this.#signIns.mayAsk(wanted) };
    const outcome = await this.#askAdmitted(need, request);
    if (outcome.kind === 'not_started' && need.interactive && (outcome.needs ?? outcome.denied)) this.#signIns.wasInVain(need);
    return outcome;
  }

  async #askAdmitted<T>(need: Need, request: (session: Session) => Promise<RequestOutcome<T>>): Promise<Served<T>> {
    const admission = new Admission(need.interactive ? need : undefined);
    for (;;) {
      const outcome = await this.#askOnce(need, request);
      // Somebody may have signed in in another window.
      if (outcome.kind === 'done') this.#signedOutIs(undefined);
      if (outcome.kind !== 'unauthorized') return outcome;
      const refused = await this.#admit(outcome.refusal, admission);
      if (refused) return need.signal.aborted ? { kind: 'aborted' } : { kind: 'not_started', ...refused };
    }
  }

  async #askOnce<T>(need: Need, request: (session: Session) => Promise<RequestOutcome<T>>): Promise<Asked<T>> {
    const { signal } = need;
    for (let attempt = 1; ; attempt++) {
      const opened = signal.aborted ? undefined : await untilAborted(this.#life.need(need), signal);
      if (!opened) return { kind: 'aborted' };
      if (!opened.ok) return { kind: 'not_started', ...opened };
      const outcome = await request(opened.session);
      // Once more when the request reached nobody: the session was over, and nobody had noticed.
      if (outcome.kind !== 'ended' || outcome.asked || attempt > 1) return outcome;
    }
  }

  /** Undefined when the request is worth another try: the person is signed in now. */
  async #admit(refusal: Refusal, admission: Admission): Promise<StartFailure | undefined> {
    const authorization = this.#signIns.current;
    const refused = authorization
      ? await admission.refused(refusal, authorization)
      : { ok: false as const, error: 'it wants authorization.' };
    this.#signedOutIs(refused?.needs && refused.error);
    return refused;
  }

  #signedOutIs(error: string | undefined): void {
    if (this.#signedOut === error) return;
    this.#signedOut = error;
    this.#onChange();
  }
}
