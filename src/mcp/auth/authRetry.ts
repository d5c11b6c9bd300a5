// Retries of one request that its server refused. An `AuthRetry` limits how often the user is asked, and gives the
// error message if the sign-in did not help.
import type { StartFailure } from '../protocol/startInteraction.ts';
import type { AuthFailure } from './authChallenge.ts';
import type { SignInCaller, ServerAuthorization } from './serverAuthorization.ts';

/** Maximum number of step-up sign-ins for one request. MCP 2025-11-25, "Step-Up Authorization Flow": "a few times". */
const mostStepUps = 2;

export class AuthRetry {
  readonly #caller: SignInCaller | undefined;
  #signIns = 0;
  #stepUps = 0;

  /** The user is not asked if `caller` is undefined, because nobody waits for the request. */
  constructor(caller: SignInCaller | undefined) {
    this.#caller = caller;
  }

  /** Returns undefined if the request can be tried again. */
  async refused(refusal: AuthFailure, authorization: ServerAuthorization): Promise<StartFailure | undefined> {
    if (refusal.kind === 'problem') return { ok: false, error: refusal.error };
    const { challenge, signIns } = refusal;
    const { insufficientScope } = challenge;
    const needs = insufficientScope ? {} : { needs: 'needs_sign_in' as const };
    if (!this.#caller || !authorization.canAsk)
      return { ok: false, error: authorization.explain(challenge), ...needs };
    const tooOften = insufficientScope ? (this.#stepUps += 1) > mostStepUps : (this.#signIns += 1) > 1;
    if (tooOften) return { ok: false, error: 'it rejects the sign-in that it asked for. Tell its operator.' };
    const outcome = await authorization.answer(challenge, signIns, this.#caller);
    return outcome.ok ? undefined : { ...outcome, error: authorization.explain(challenge), ...needs };
  }
}
