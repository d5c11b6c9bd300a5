// Performs one sign-in, from discovery to the tokens (OAuth 2.1, authorization code with PKCE). The SDK provides the
// steps. This module orders them, because each result is checked before the next step, and the person can cancel at any
// step.
/* eslint-disable @typescript-eslint/no-deprecated --
   MCP 2026-07-28 deprecates registration; authorization servers that take no document need it */
import { randomBytes } from 'node:crypto';
import {
  computeScopeUnion,
  exchangeAuthorization,
  parseErrorResponse,
  registerClient,
  RegistrationRejectedError,
  startAuthorization,
  type OAuthClientInformationMixed,
} from '@modelcontextprotocol/client';
import { isTimeout } from '../protocol/errorLine.ts';
import { boundedFetch, requireSafe } from './boundedFetch.ts';
import type { AuthChallenge } from './authChallenge.ts';
import { discover, tokenRequest, withoutSlash, type AuthorizationServer } from './authorizationServer.ts';
import type { RedirectListener, SignIn, SignInOutcome } from './signIn.ts';
import { explainOAuth, quote, SignInError } from './signInError.ts';
import { neededMetadata, requireBearer, withExpiry, type SignInRecord } from './signInRecord.ts';

/** Maximum duration of one sign-in, in milliseconds. */
const signInMs = 5 * 60_000;

interface SignInRequest {
  /** Name of the server in the configuration. */
  readonly server: string;
  readonly url: URL;
  /** The configuration file that defines the server, for error messages. */
  readonly origin: string;
  /** `oauth.clientId` of the server's definition. */
  readonly clientId: string | undefined;
  /** Address of the client metadata document (draft-ietf-oauth-client-id-metadata-document-00), if there is one. */
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
    if (inTime.aborted) {
      const why = isTimeout(inTime.reason)
        ? `No sign-in within ${signInMs / 60_000} minutes. Try again.`
        : 'Sign-in cancelled. Try again if you want.';
      return { ok: false, error: why, denied: true };
    }
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
  const { server, url, challenge } = request;
  const { redirectUrl } = listener;
  const fetchFn = boundedFetch(url, signal);
  const authorizationServer = await discover(url, challenge, fetchFn);
  const { issuer, metadata, resource } = authorizationServer;
  // MCP 2025-11-25, "Scope Selection Strategy". A step-up keeps the scopes of the earlier token.
  const wanted = challenge.scope ?? authorizationServer.scope;
  const scope = computeScopeUnion(
    challenge.insufficientScope ? request.earlier?.scope : undefined,
    wanted,
    // Many OpenID providers issue a refresh token only for this scope (MCP 2026-07-28, SEP-2207).
    wanted !== undefined && metadata?.scopes_supported?.includes('offline_access') === true
      ? 'offline_access'
      : undefined,
  );
  const client = await clientFor(authorizationServer, request, redirectUrl, scope, signal);
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
 * Chooses the client for the sign-in (MCP 2025-11-25, "Client Registration Approaches"): the client that the definition
 * names, the client metadata document, the client of an earlier registration, or a new registration. Throws a
 * `SignInError`, or the SDK's error if the registration fails.
 */
async function clientFor(
  authorizationServer: AuthorizationServer,
  request: SignInRequest,
  redirectUrl: string,
  scope: string | undefined,
  signal: AbortSignal,
): Promise<OAuthClientInformationMixed> {
  const { issuer, metadata } = authorizationServer;
  const { url, origin, clientId, clientMetadataUrl } = request;
  const earlier = request.mayReuseClient ? request.earlier : undefined;
  // A client that one authorization server issued is never sent to another.
  const known = earlier && withoutSlash(earlier.issuer) === withoutSlash(issuer) ? earlier : undefined;
  if (clientId !== undefined) {
    return known?.client.client_id === clientId
      ? known.client
      : preregistered(authorizationServer, clientId, request, signal);
  }
  const takesDocuments = metadata?.client_id_metadata_document_supported === true;
  if (takesDocuments && clientMetadataUrl !== undefined) return { client_id: clientMetadataUrl };
  if (known?.redirectUrl === redirectUrl && !hasExpired(known.client)) return known.client;
  if (metadata && metadata.registration_endpoint === undefined) {
    throw new SignInError(
      `${new URL(issuer).host} needs a client registered by hand. Register one with redirect address ${redirectUrl} ` +
        `and add "oauth": {"clientId": "..."} in ${origin}.`,
    );
  }
  try {
    return await registerClient(issuer, {
      ...(metadata && { metadata }),
      clientMetadata: describeUs(authorizationServer, redirectUrl),
      ...(scope !== undefined && { scope }),
      fetchFn: boundedFetch(url, signal),
    });
  } catch (error) {
    throw error instanceof RegistrationRejectedError ? await parseErrorResponse(error.body) : error;
  }
}

async function preregistered(
  { issuer, metadata }: AuthorizationServer,
  clientId: string,
  { server, signIn }: SignInRequest,
  signal: AbortSignal,
): Promise<OAuthClientInformationMixed> {
  // RFC 8414 section 2 defines this default for metadata that names no methods.
  const methods = metadata?.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (methods.includes('none')) return { client_id: clientId };
  const secret = await signIn.clientSecret({ server, clientId, host: new URL(issuer).host }, signal);
  if (secret === undefined)
    throw new SignInError("The client's secret is missing. Try again to enter it.", true);
  return { client_id: clientId, ...(secret !== '' && { client_secret: secret }) };
}

/**
 * Returns the client metadata for a registration (RFC 7591 section 2). A program on a person's machine cannot keep a
 * secret, so it prefers the method `none`.
 */
function describeUs({ metadata }: AuthorizationServer, redirectUrl: string) {
  const methods = metadata?.token_endpoint_auth_methods_supported ?? ['none'];
  const method = ['none', 'client_secret_basic', 'client_secret_post'].find((candidate) =>
    methods.includes(candidate),
  );
  return {
    client_name: 'Code Mode',
    // Without this type, OpenID Connect Registration forbids redirects to this machine and to the editor.
    application_type: 'native',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method ?? 'none',
  };
}

function hasExpired(client: OAuthClientInformationMixed): boolean {
  const { client_secret_expires_at: seconds = 0 } = client;
  return seconds > 0 && seconds * 1_000 <= Date.now();
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
