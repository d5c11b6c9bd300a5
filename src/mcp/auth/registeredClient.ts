// As which client we sign in at an authorization server (MCP 2025-11-25, "Client Registration Approaches"): the one that
// the definition names, the one that we were registered as before, our metadata document, or one registered now.
/* eslint-disable @typescript-eslint/no-deprecated -- MCP 2026-07-28 deprecates registration; authorization servers that take no document need it */
import {
  parseErrorResponse,
  registerClient,
  RegistrationRejectedError,
  type FetchLike,
  type OAuthClientInformationMixed,
} from '@modelcontextprotocol/client';
import { withoutSlash, type AuthorizationServer } from './authorizationServer.ts';
import { SignInError } from './signInError.ts';
import type { SignInRecord } from './signInRecord.ts';

interface ClientChoice {
  /** `oauth.clientId` of the definition. */
  readonly clientId: string | undefined;
  /** Asks for the secret of that client; empty when it has none, undefined when the user does not give it. */
  readonly clientSecret: (clientId: string) => Promise<string | undefined>;
  /** The address of a document that describes us (draft-ietf-oauth-client-id-metadata-document-00), if there is one. */
  readonly metadataUrl: string | undefined;
  readonly redirectUrl: string;
  readonly scope: string | undefined;
  /** For messages: the file to correct. */
  readonly origin: string;
}

/** Throws `SignInError`, or what the SDK throws when the registration fails. */
export async function registeredClient(
  authorizationServer: AuthorizationServer,
  earlier: SignInRecord | undefined,
  choice: ClientChoice,
  request: FetchLike,
): Promise<OAuthClientInformationMixed> {
  const { issuer, metadata } = authorizationServer;
  const { clientId, metadataUrl, redirectUrl, scope, origin } = choice;
  // What one authorization server gave is never shown to another.
  const known = earlier && withoutSlash(earlier.issuer) === withoutSlash(issuer) ? earlier : undefined;
  if (clientId !== undefined) {
    return known?.client.client_id === clientId ? known.client : preregistered(authorizationServer, clientId, choice);
  }
  const takesDocuments = metadata?.client_id_metadata_document_supported === true;
  if (takesDocuments && metadataUrl !== undefined) return { client_id: metadataUrl };
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
      fetchFn: request,
    });
  } catch (error) {
    throw error instanceof RegistrationRejectedError ? await parseErrorResponse(error.body) : error;
  }
}

async function preregistered(
  { metadata }: AuthorizationServer,
  clientId: string,
  choice: ClientChoice,
): Promise<OAuthClientInformationMixed> {
  if (authenticationMethods(metadata).includes('none')) return { client_id: clientId };
  const secret = await choice.clientSecret(clientId);
  if (secret === undefined) throw new SignInError("The client's secret is missing. Try again to enter it.", true);
  return { client_id: clientId, ...(secret !== '' && { client_secret: secret }) };
}

/** RFC 8414 section 2: the default when the metadata does not tell. */
function authenticationMethods(metadata: AuthorizationServer['metadata']): readonly string[] {
  return metadata?.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
}

/** RFC 7591 section 2. A program on a person's machine keeps no secret of its own, so it asks for none where it may. */
function describeUs({ metadata }: AuthorizationServer, redirectUrl: string) {
  const methods = metadata?.token_endpoint_auth_methods_supported ?? ['none'];
  const method = ['none', 'client_secret_basic', 'client_secret_post'].find((candidate) => methods.includes(candidate));
  return {
    client_name: 'Code Mode',
    // OpenID Connect Registration: without it, addresses of this machine and of the editor are not allowed.
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
