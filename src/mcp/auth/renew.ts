// New tokens for old ones (OAuth 2.1 section 4.3), without a person.
import { refreshAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import { InvalidClientError, InvalidGrantError, UnauthorizedClientError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { boundedFetch } from './boundedFetch.ts';
import { requireBearer, withExpiry } from './bearerTokens.ts';
import { explainOAuth } from './signInError.ts';
import type { SignInRecord } from './signInRecord.ts';

type RenewOutcome =
  | { readonly kind: 'renewed'; readonly record: SignInRecord }
  /** The person has to sign in again; `record` is what is left, if anything is. */
  | { readonly kind: 'over'; readonly record: SignInRecord | undefined }
  /** The tokens may still be good: one sentence that ends with what to do. */
  | { readonly kind: 'failed'; readonly error: string };

/** Never rejects. */
export async function renew(server: URL, record: SignInRecord): Promise<RenewOutcome> {
  const { issuer, metadata, client, resource, tokens } = record;
  if (tokens?.refresh_token === undefined) return { kind: 'over', record: withoutTokens(record) };
  const { host } = new URL(metadata?.token_endpoint ?? issuer);
  try {
    const renewed = await refreshAuthorization(issuer, {
      ...(metadata && { metadata }),
      ...(resource !== undefined && { resource }),
      clientInformation: client,
      refreshToken: tokens.refresh_token,
      fetchFn: boundedFetch(server, new AbortController().signal),
    });
    requireBearer(renewed, host);
    return { kind: 'renewed', record: { ...withoutTokens(record), ...withExpiry(renewed) } };
  } catch (error) {
    if (error instanceof InvalidGrantError) return { kind: 'over', record: withoutTokens(record) };
    if (error instanceof InvalidClientError || error instanceof UnauthorizedClientError) return { kind: 'over', record: undefined };
    return { kind: 'failed', error: explainOAuth(error, host) };
  }
}

function withoutTokens(record: SignInRecord): SignInRecord {
  return { ...record, tokens: undefined, expiresAt: undefined };
}
