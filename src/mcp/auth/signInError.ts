// Error that ends a sign-in. `authorize` and `renew` turn this error into an outcome, so it never leaves this folder.
import { OAuthError } from '@modelcontextprotocol/client';
import { stripVTControlCharacters } from 'node:util';
import { shownLine } from '../../base/text/plainText.ts';
import { errorLine, isNotMcp } from '../protocol/errorLine.ts';

const longestQuote = 300;

/** `message` is one or more sentences for a person that end with what to do. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  /** True if the person declined the sign-in. */
  readonly denied: boolean;

  constructor(message: string, denied = false) {
    super(message);
    this.denied = denied;
  }
}

/** Describes a failure at `host` in a sentence for a person. */
export function explainOAuth(error: unknown, host: string): string {
  if (error instanceof SignInError) return error.message;
  if (error instanceof OAuthError)
    return `${host} refused sign-in: ${quote(`${error.code} ${error.message}`)}. Try again.`;
  if (isNotMcp(error)) return `The answer of ${host} is not OAuth 2.1. Tell its operator.`;
  return `Sign-in at ${host} failed: ${quote(errorLine(error))}. Try again.`;
}

/** Prepares a text of a server for use in a sentence: one line, bounded, without terminal control sequences. */
export function quote(text: string): string {
  const beginning = stripVTControlCharacters(text.slice(0, longestQuote * 20));
  return shownLine(beginning, longestQuote).replace(/\.$/, '');
}
