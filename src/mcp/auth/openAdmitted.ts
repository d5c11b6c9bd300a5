// A start that its server refuses for want of authorization waits for the person, and is made again.
import type { OpenOutcome, SessionOptions } from '../session/session.ts';
import { Admission } from './authRetry.ts';
import type { Refusal } from './authChallenge.ts';

export type Opening = OpenOutcome | { readonly ok: false; readonly error: string; readonly refusal: Refusal };

/** Settles as `open` does when nobody can sign in, or nobody needs to. */
export async function openAdmitted(
  open: () => Promise<Opening>,
  { authorization, person }: Pick<SessionOptions, 'authorization' | 'person'>,
): Promise<OpenOutcome> {
  const { mayAsk, signal } = person;
  const admission = new Admission(mayAsk ? { signal, whilePersonDecides: (ask) => person.ask('needs_sign_in', ask) } : undefined);
  for (;;) {
    const opening = await open();
    if (!('refusal' in opening) || !authorization) return opening;
    const refused = await admission.refused(opening.refusal, authorization);
    if (refused) return refused;
  }
}
