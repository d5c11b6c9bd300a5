// Finds the authorization server that an MCP server trusts, and its metadata (MCP 2025-11-25, "Authorization Server
// Discovery"). The SDK knows the addresses to try; this module checks each document before anything uses it.
import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  resourceUrlFromServerUrl,
  type AuthorizationServerMetadata,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { isNotMcp } from '../protocol/errorLine.ts';
import { requireSafe } from './boundedFetch.ts';
import { isScope, type AuthChallenge } from './authChallenge.ts';
import { SignInError } from './signInError.ts';

export interface AuthorizationServer {
  /** The identifier of the authorization server, which its metadata must repeat. */
  readonly issuer: string;
  /** Undefined only for a server of MCP 2025-03-26, whose endpoints have fixed paths. */
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** The resource indicator (RFC 8707) of the MCP server; undefined if the server publishes none (MCP 2025-03-26). */
  readonly resource: string | undefined;
  /** Scopes that the MCP server suggests, separated by spaces. */
  readonly scope: string | undefined;
}

/** Throws a `SignInError`, or the SDK's error for a malformed answer. */
export async function discover(
  server: URL,
  { resourceMetadataUrl }: AuthChallenge,
  request: FetchLike,
): Promise<AuthorizationServer> {
  const published = await resourceMetadata(server, resourceMetadataUrl, request);
  const named = published?.authorization_servers?.[0];
  // MCP 2025-03-26: if the resource names no authorization server, its own origin is the authorization server, whatever
  // the path is.
  const address = named ?? new URL('/', server).href;
  requireSafe(new URL(address), server);
  // `checkMetadata` validates the issuer instead of the SDK, which would refuse metadata under the resource's own
  // origin.
  const metadata = await discoverAuthorizationServerMetadata(address, {
    fetchFn: request,
    skipIssuerValidation: true,
  });
  const ofOwnOrigin =
    metadata !== undefined && named === undefined && URL.parse(metadata.issuer)?.origin === server.origin;
  const issuer = ofOwnOrigin ? metadata.issuer : address;
  if (metadata) checkMetadata(metadata, issuer, server);
  else if (published)
    throw new SignInError(`${new URL(issuer).host} publishes no sign-in metadata. Tell its operator.`);
  const scope = published?.scopes_supported?.join(' ') ?? '';
  return { issuer, metadata, resource: published?.resource, scope: isScope(scope) ? scope : undefined };
}

async function resourceMetadata(
  server: URL,
  resourceMetadataUrl: URL | undefined,
  request: FetchLike,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  let found: OAuthProtectedResourceMetadata;
  try {
    found = await discoverOAuthProtectedResourceMetadata(
      server,
      resourceMetadataUrl ? { resourceMetadataUrl } : {},
      request,
    );
  } catch (error) {
    if (error instanceof SignInError || isNotMcp(error) || error instanceof DOMException) throw error;
    return undefined; // The SDK found no metadata. A `DOMException` is an abort.
  }
  // RFC 9728 section 3.3: metadata of another resource would lead to a token for that other resource.
  const requestedResource = resourceUrlFromServerUrl(server);
  if (checkResourceAllowed({ requestedResource, configuredResource: found.resource })) return found;
  throw new SignInError(
    `The server's sign-in metadata is for ${new URL(found.resource).host}, not itself. Tell its operator.`,
  );
}

function checkMetadata(metadata: AuthorizationServerMetadata, issuer: string, server: URL): void {
  const { host } = new URL(issuer);
  // RFC 8414 section 3.3: a server that claims the name of another could receive a code that the other issued.
  if (withoutSlash(metadata.issuer) !== withoutSlash(issuer)) {
    throw new SignInError(
      `${host}'s sign-in metadata is for another server, "${metadata.issuer.slice(0, 100)}". Tell its operator.`,
    );
  }
  // MCP 2025-11-25, "Authorization Code Protection": a client must refuse to sign in without PKCE.
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true) {
    throw new SignInError(`${host} lacks PKCE with S256, which a safe sign-in needs. Tell its operator.`);
  }
  const { authorization_endpoint, token_endpoint, registration_endpoint } = metadata;
  for (const endpoint of [authorization_endpoint, token_endpoint, registration_endpoint]) {
    if (endpoint !== undefined) requireSafe(new URL(endpoint), server);
  }
}

/**
 * Returns the options with which the SDK (2.4) sends a token request. Without TLS, the SDK sends codes and tokens only
 * to localhost, 127.0.0.1 and ::1, but every address in 127.0.0.0/8 is this machine (RFC 1122, section 3.2.1.3), and
 * `requireSafe` has checked each endpoint. The SDK therefore gets an https name for such an endpoint, and `fetchFn`
 * maps this name back.
 */
export function tokenRequest<Metadata extends { readonly token_endpoint: string }>(
  metadata: Metadata | undefined,
  request: FetchLike,
): { readonly metadata?: Metadata; readonly fetchFn: FetchLike } {
  if (!metadata) return { fetchFn: request };
  const endpoint = metadata.token_endpoint;
  const named = endpoint.replace(/^http:(?=\/\/127\.)/i, 'https:');
  return {
    metadata: { ...metadata, token_endpoint: named },
    fetchFn: (url, init) => request(String(url) === named ? endpoint : url, init),
  };
}

export function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
