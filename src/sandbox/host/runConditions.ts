// The time, the randomness and the place of a new run.
import { randomBytes } from 'node:crypto';
import type { RunConditions, RunLocale } from '../protocol/messages.ts';

export function newConditions(): RunConditions {
  return { startedAt: Date.now(), seed: randomBytes(32).toString('hex'), ...localeHere() };
}

/** The time zone and language of this process; without a language of its own (`LANG=C`) it has English. */
export function localeHere(): RunLocale {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  return { timeZone, locale: locale === 'und' ? 'en-US' : locale };
}
