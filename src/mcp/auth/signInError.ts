// Ends a sign-in from wherever it stands. It never leaves this folder: `authorize` and `renew` turn it into an outcome.
import { OAuthError } from '@modelcontextprotocol/client';
import { stripVTControlCharacters } from 'node:util';
import { shownLine } from '../../base/text/plainText.ts';
import { errorLine, isNotMcp } from '../protocol/errorLine.ts';

const longestQuote = 300;

/** `message` is one sentence or more for a person, ending with what to do. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  /** The person did not want it. */
  readonly denied: boolean;

  constructor(message: string, denied = false) {
    super(message);
    this.denied = denied;
  }
}

/** What went wrong at `host`, as a sentence for a person. */
export function explainOAuth(error: unknown, host: string): string {
  if (error instanceof SignInError) return error.message;
  if (error instanceof OAuthError) return `${host} refused sign-in: ${quote(`${error.code} ${error.message}`)}. Try again.`;
  if (isNotMcp(error)) return `The answer of ${host} is not OAuth 2.1. Tell its operator.`;
  return `Sign-in at ${host} failed: ${quote(errorLine(error))}. Try again.`;
}

/** Words of a server as part of a sentence: one line, bounded, without what drives a terminal. */
export function quote(text: string): string {
  const beginning = stripVTControlCharacters(text.slice(0, longestQuote * 20));
  return shownLine(beginning, longestQuote).replace(/\.$/, '');
}
