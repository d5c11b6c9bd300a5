// What went wrong with a request over HTTP, in words; and whether the request reached anyone.
import { withoutSecretParts } from '../../../base/text/secrets.ts';
import { errorLine } from '../../protocol/errorLine.ts';

/** Network errors after which the request is known not to have reached anyone. */
const neverReached: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host lookup failed',
  ENOENT: 'no such socket',
  EACCES: 'socket access denied',
};

interface NetworkFailure {
  readonly message: string;
  readonly asked: boolean;
}

export function networkFailure(error: unknown): NetworkFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const known = neverReached[code];
  return { message: known ?? (errorLine(cause) || code), asked: known === undefined };
}

/** Whether the same request may be served in a while, after an answer with this status. */
export function mayPass(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/** Keys are sometimes part of the query, passwords of the user information, and messages go to models and logs. */
export function withoutQuery(url: string): string {
  return withoutSecretParts(url).replace(/[?#].*$/s, '');
}
