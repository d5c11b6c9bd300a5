// One request's way past its server's refusals: how often the user is asked for it, and the message when that did not help.
import type { StartFailure } from '../protocol/startInteraction.ts';
import type { AuthFailure } from './authChallenge.ts';
import type { SignInCaller, ServerAuthorization } from './serverAuthorization.ts';

/** MCP 2025-11-25, "Step-Up Authorization Flow": no more than a few times. */
const mostStepUps = 2;

export class AuthRetry {
  readonly #caller: SignInCaller | undefined;
  #signIns = 0;
  #stepUps = 0;

  /** Without a `caller` the user is not asked: the request is one that no caller waits for. */
  constructor(caller: SignInCaller | undefined) {
    this.#caller = caller;
  }

  /** Undefined when the request is worth another try. */
  async refused(refusal: AuthFailure, authorization: ServerAuthorization): Promise<StartFailure | undefined> {
    if (refusal.kind === 'problem') return { ok: false, error: refusal.error };
    const { insufficientScope } = refusal.challenge;
    const needs = insufficientScope ? {} : { needs: 'needs_sign_in' as const };
    if (!this.#caller || !authorization.canAsk) return { ok: false, error: authorization.explain(refusal.challenge), ...needs };
    const tooOften = insufficientScope ? (this.#stepUps += 1) > mostStepUps : (this.#signIns += 1) > 1;
    if (tooOften) return { ok: false, error: 'it rejects the sign-in that it asked for. Tell its operator.' };
    const outcome = await authorization.answer(refusal, this.#caller);
    return outcome.ok ? undefined : { ...outcome, error: authorization.explain(refusal.challenge), ...needs };
  }
}
