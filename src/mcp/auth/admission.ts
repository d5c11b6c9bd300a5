// One request's way past its server's refusals: how often a person is asked for it, and what is said when that was in vain.
import type { Refusal } from './challenge.ts';
import type { Person, ServerAuthorization } from './serverAuthorization.ts';
import type { SignInOutcome } from '../../catalog/toolSource.ts';

/** MCP 2025-11-25, "Step-Up Authorization Flow": no more than a few times. */
const mostStepUps = 2;

/** A request that its server did not serve. `error` ends with what to do; `denied`: a person decided so. */
export interface NotSignedIn {
  readonly kind: 'not_signed_in';
  readonly error: string;
  readonly denied: boolean;
}

export class Admission {
  readonly #person: Person | undefined;
  #signIns = 0;
  #stepUps = 0;

  /** Without a `person` nobody is asked: the request is not one that somebody waits for. */
  constructor(person: Person | undefined) {
    this.#person = person;
  }

  /** Undefined when the request is worth another try. */
  async refused(refusal: Refusal, authorization: ServerAuthorization): Promise<NotSignedIn | undefined> {
    if (!this.#person || refusal.kind === 'problem') return notSignedIn(authorization.explain(refusal));
    const tooOften = refusal.challenge.insufficientScope ? (this.#stepUps += 1) > mostStepUps : (this.#signIns += 1) > 1;
    if (tooOften) return notSignedIn('it does not accept the sign-in that it asked for. Tell those who run it.');
    const outcome: SignInOutcome = await authorization.answer(refusal, this.#person);
    return outcome.ok ? undefined : { kind: 'not_signed_in', error: outcome.error, denied: outcome.denied };
  }
}

function notSignedIn(error: string): NotSignedIn {
  return { kind: 'not_signed_in', error, denied: false };
}
