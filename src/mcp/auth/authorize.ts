// Performs one sign-in, from discovery to the tokens (OAuth 2.1, authorization code with PKCE). The SDK provides the
// steps. This module orders them, because each result is checked before the next step, and the person can cancel at any
// step.
import { randomBytes } from 'node:crypto';
import { exchangeAuthorization, startAuthorization } from '@modelcontextprotocol/client';
import { isTimeout } from '../protocol/errorLine.ts';
import { boundedFetch, requireSafe } from './boundedFetch.ts';
import type { AuthChallenge } from './authChallenge.ts';
import { discover, tokenRequest, type AuthorizationServer } from './authorizationServer.ts';
import { registeredClient } from './registeredClient.ts';
import type { RedirectListener, SignIn, SignInOutcome } from './signIn.ts';
import { explainOAuth, quote, SignInError } from './signInError.ts';
import { neededMetadata, type SignInRecord } from './signInRecord.ts';
import { requireBearer, withExpiry } from './bearerTokens.ts';

/** Maximum duration of one sign-in, in milliseconds. */
const signInMs = 5 * 60_000;

interface SignInRequest {
  /** Name of the server in the configuration. */
  readonly server: string;
  readonly url: URL;
  /** The configuration file that defines the server, for error messages. */
  readonly origin: string;
  readonly clientId: string | undefined;
  readonly clientMetadataUrl: string | undefined;
  readonly challenge: AuthChallenge;
  /** The record of an earlier sign-in; undefined if there is none. */
  readonly earlier: SignInRecord | undefined;
  /** True if the authorization server may still know the client of the earlier sign-in. */
  readonly mayReuseClient: boolean;
  readonly signIn: SignIn;
}

export type AuthorizeOutcome =
  { readonly ok: true; readonly record: SignInRecord } | Extract<SignInOutcome, { readonly ok: false }>;

/** Never rejects. Resolves soon after `signal` is aborted. */
export async function authorize(request: SignInRequest, signal: AbortSignal): Promise<AuthorizeOutcome> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(signInMs)]);
  try {
    requireSafe(request.url, request.url);
    const listening = await request.signIn.listen();
    if (!listening.ok) return { ok: false, error: listening.error, denied: false };
    await using listener = listening.listener;
    return { ok: true, record: await signInAt(listener, request, inTime) };
  } catch (error) {
    if (inTime.aborted) return gaveUp(isTimeout(inTime.reason));
    return {
      ok: false,
      error: explainOAuth(error, request.url.host),
      denied: error instanceof SignInError && error.denied,
    };
  }
}

async function signInAt(
  listener: RedirectListener,
  request: SignInRequest,
  signal: AbortSignal,
): Promise<SignInRecord> {
  const { server, url, origin, challenge, earlier, signIn, clientId, clientMetadataUrl } = request;
  const { redirectUrl } = listener;
  const fetchFn = boundedFetch(url, signal);
  const authorizationServer = await discover(url, challenge, fetchFn);
  const { issuer, metadata, resource } = authorizationServer;
  const scope = scopeFor(challenge, authorizationServer, earlier);
  const choice = {
    clientId,
    redirectUrl,
    scope,
    origin,
    metadataUrl: clientMetadataUrl,
    clientSecret: (id: string) =>
      signIn.clientSecret({ server, clientId: id, host: new URL(issuer).host }, signal),
  };
  const client = await registeredClient(
    authorizationServer,
    request.mayReuseClient ? earlier : undefined,
    choice,
    fetchFn,
  );
  const exchange = {
    ...(metadata && { metadata }),
    clientInformation: client,
    ...(resource !== undefined && { resource }),
  };
  const state = randomBytes(32).toString('base64url');
  const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
    ...exchange,
    redirectUrl,
    state,
    ...(scope !== undefined && { scope }),
  });
  requireSafe(authorizationUrl, url);
  const answer = await listener.visit({ server, url: authorizationUrl, state }, signal);
  if (!answer.ok) throw new SignInError(answer.error, true);
  const authorizationCode = codeOf(answer.parameters, state, authorizationServer);
  const iss = answer.parameters.get('iss');
  const tokens = await exchangeAuthorization(issuer, {
    ...exchange,
    ...tokenRequest(metadata, fetchFn),
    authorizationCode,
    ...(iss !== null && { iss }),
    codeVerifier,
    redirectUri: redirectUrl,
  });
  requireBearer(tokens, new URL(issuer).host);
  return {
    issuer,
    client,
    redirectUrl,
    resource,
    scope,
    metadata: neededMetadata(metadata),
    ...withExpiry(tokens),
  };
}

/**
 * Chooses the scopes by MCP 2025-11-25, "Scope Selection Strategy". A step-up keeps the scopes of the earlier token.
 */
function scopeFor(
  { insufficientScope, scope }: AuthChallenge,
  found: AuthorizationServer,
  earlier?: SignInRecord,
): string | undefined {
  const wanted = scope ?? found.scope;
  if (!insufficientScope || earlier?.scope === undefined) return wanted;
  return [...new Set([...earlier.scope.split(' '), ...(wanted?.split(' ') ?? [])])].join(' ');
}

/**
 * Returns the code of the redirect. The redirect must carry the `state` of this sign-in and come from the expected
 * authorization server (RFC 9207).
 */
function codeOf(
  parameters: URLSearchParams,
  state: string,
  { issuer, metadata }: AuthorizationServer,
): string {
  const { host } = new URL(issuer);
  if (parameters.get('state') !== state) throw new SignInError('This answers another sign-in. Try again.');
  const answeredBy = parameters.get('iss');
  const saysWho: unknown =
    metadata &&
    'authorization_response_iss_parameter_supported' in metadata &&
    metadata['authorization_response_iss_parameter_supported'];
  // RFC 9207 demands an exact comparison, because two similar issuers can be different servers.
  if (answeredBy === null ? saysWho === true : answeredBy !== (metadata?.issuer ?? issuer)) {
    throw new SignInError(`The answer is not from ${host}. Try again, and check the browser's address.`);
  }
  const error = parameters.get('error');
  if (error !== null) {
    const description = parameters.get('error_description');
    const denied = error === 'access_denied';
    const reason = quote(description === null ? error : `${error}, ${description}`);
    throw new SignInError(
      `${host} denied the sign-in: ${reason}. ${denied ? 'Sign in again if you want.' : 'Try again.'}`,
      denied,
    );
  }
  const code = parameters.get('code');
  if (code === null || code === '')
    throw new SignInError(`The answer of ${host} has no code. Tell its operator.`);
  return code;
}

function gaveUp(late: boolean): AuthorizeOutcome {
  const error = late
    ? `No sign-in within ${signInMs / 60_000} minutes. Try again.`
    : 'Sign-in cancelled. Try again if you want.';
  return { ok: false, error, denied: true };
}
