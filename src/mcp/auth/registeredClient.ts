// Chooses the client identity for a sign-in (MCP 2025-11-25, "Client Registration Approaches"): the client that the
// definition names, the client metadata document, the client of an earlier registration, or a new registration.
/* eslint-disable @typescript-eslint/no-deprecated --
   MCP 2026-07-28 deprecates registration; authorization servers that take no document need it */
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
  /** `oauth.clientId` of the server's definition. */
  readonly clientId: string | undefined;
  /**
   * Asks the user for the secret of this client. The secret is empty if the client has none, and undefined if the user
   * cancels.
   */
  readonly clientSecret: (clientId: string) => Promise<string | undefined>;
  /**
   * Address of the client metadata document (draft-ietf-oauth-client-id-metadata-document-00); undefined if there is
   * none.
   */
  readonly metadataUrl: string | undefined;
  readonly redirectUrl: string;
  readonly scope: string | undefined;
  /** The configuration file that defines the server, for error messages. */
  readonly origin: string;
}

/** Throws a `SignInError`, or the SDK's error if the registration fails. */
export async function registeredClient(
  authorizationServer: AuthorizationServer,
  earlier: SignInRecord | undefined,
  choice: ClientChoice,
  request: FetchLike,
): Promise<OAuthClientInformationMixed> {
  const { issuer, metadata } = authorizationServer;
  const { clientId, metadataUrl, redirectUrl, scope, origin } = choice;
  // A client that one authorization server issued is never sent to another.
  const known = earlier && withoutSlash(earlier.issuer) === withoutSlash(issuer) ? earlier : undefined;
  if (clientId !== undefined) {
    return known?.client.client_id === clientId
      ? known.client
      : preregistered(authorizationServer, clientId, choice);
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
  if (secret === undefined)
    throw new SignInError("The client's secret is missing. Try again to enter it.", true);
  return { client_id: clientId, ...(secret !== '' && { client_secret: secret }) };
}

/**
 * Returns the authentication methods of the token endpoint. RFC 8414 section 2 defines the default for metadata that
 * names none.
 */
function authenticationMethods(metadata: AuthorizationServer['metadata']): readonly string[] {
  return metadata?.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
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
