// Checks tokens before they are sent in headers and stored, because any server can answer at a token endpoint.
import type { OAuthTokens } from '@modelcontextprotocol/client';
import { SignInError } from './signInError.ts';
import type { SignInRecord } from './signInRecord.ts';

const longestToken = 64 * 1_024;
/** Longest accepted lifetime of a token, in seconds. The bound keeps `expiresAt` a valid date. */
const longestLifeSeconds = 10 * 365 * 24 * 3_600;
/**
 * Time before the expiry at which a token already counts as expired, in milliseconds, because it must not expire on the
 * way.
 */
const leewayMs = 5_000;

/**
 * Throws a `SignInError` if a token cannot be sent as a bearer token (RFC 6749 section 7.1, RFC 6750 section 2.1) or is
 * too long to store.
 */
export function requireBearer(
  { access_token, refresh_token = '', id_token = '', token_type }: OAuthTokens,
  host: string,
): void {
  const fits = [access_token, refresh_token, id_token].every((token) => token.length <= longestToken);
  if (fits && /^[\x21-\x7E]+$/.test(access_token) && token_type.toLowerCase() === 'bearer') return;
  throw new SignInError(`${host} gave an unusable token. Tell its operator.`);
}

export function withExpiry(tokens: OAuthTokens): Pick<SignInRecord, 'tokens' | 'expiresAt'> {
  const { expires_in: seconds = 0 } = tokens;
  return seconds > 0
    ? { tokens, expiresAt: Date.now() + Math.min(seconds, longestLifeSeconds) * 1_000 }
    : { tokens };
}

export function hasExpired({ expiresAt }: SignInRecord): boolean {
  return expiresAt !== undefined && expiresAt - leewayMs <= Date.now();
}
