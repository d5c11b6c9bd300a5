// The stored record of one sign-in, with which tokens can be renewed without a person and without a new discovery.
// Other programs can write to the store, so `readRecord` checks each field. Any server can answer at a token endpoint,
// so tokens are checked before they are stored and sent in headers.
import {
  specTypeSchemas,
  type AuthorizationServerMetadata,
  type OAuthClientInformationMixed,
  type OAuthMetadata,
  type OAuthTokens,
  type StandardSchemaV1Sync,
} from '@modelcontextprotocol/client';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { SignInError } from './signInError.ts';

const longestToken = 64 * 1_024;
/** Longest accepted lifetime of a token, in seconds. The bound keeps `expiresAt` a valid date. */
const longestLifeSeconds = 10 * 365 * 24 * 3_600;
/** Milliseconds before its expiry at which a token counts as expired, because it must not expire on the way. */
const leewayMs = 5_000;

/** The SDK (2.4) exports these schemas without their types. */
const schemas: {
  readonly OAuthMetadata: StandardSchemaV1Sync<unknown, OAuthMetadata>;
  readonly OAuthClientInformation: StandardSchemaV1Sync<unknown, OAuthClientInformationMixed>;
  readonly OAuthClientInformationFull: StandardSchemaV1Sync<unknown, OAuthClientInformationMixed>;
  readonly OAuthTokens: StandardSchemaV1Sync<unknown, OAuthTokens>;
} = specTypeSchemas;

export interface SignInRecord {
  readonly issuer: string;
  /** The part of the metadata that a renewal needs; undefined if the endpoints have fixed paths. */
  readonly metadata?: OAuthMetadata | undefined;
  readonly client: OAuthClientInformationMixed;
  /** The redirect address with which the client is registered. */
  readonly redirectUrl: string;
  readonly resource?: string | undefined;
  /** The requested scopes, separated by spaces. */
  readonly scope?: string | undefined;
  /** Undefined after the tokens are revoked. The client stays registered. */
  readonly tokens?: OAuthTokens | undefined;
  /** Expiry of the access token, in milliseconds since 1970; undefined if the server names none. */
  readonly expiresAt?: number | undefined;
}

export function neededMetadata(metadata: AuthorizationServerMetadata | undefined): OAuthMetadata | undefined {
  return (
    metadata && {
      issuer: metadata.issuer,
      authorization_endpoint: metadata.authorization_endpoint,
      token_endpoint: metadata.token_endpoint,
      response_types_supported: metadata.response_types_supported,
      token_endpoint_auth_methods_supported: metadata.token_endpoint_auth_methods_supported,
    }
  );
}

/** Returns undefined if the text is not a valid record. */
export function readRecord(text: string): SignInRecord | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const { issuer, redirectUrl, resource, scope, expiresAt } = value;
  const metadata = read(schemas.OAuthMetadata, value['metadata']);
  const client =
    read(schemas.OAuthClientInformationFull, value['client']) ??
    read(schemas.OAuthClientInformation, value['client']);
  const tokens = read(schemas.OAuthTokens, value['tokens']);
  if (typeof issuer !== 'string' || typeof redirectUrl !== 'string' || client === undefined) return undefined;
  if (isWrong(metadata, value['metadata']) || isWrong(tokens, value['tokens'])) return undefined;
  return {
    issuer,
    redirectUrl,
    metadata,
    client,
    tokens,
    resource: typeof resource === 'string' ? resource : undefined,
    scope: typeof scope === 'string' ? scope : undefined,
    expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined,
  };
}

/** True if a value exists but does not match its schema. */
function isWrong(read: unknown, value: unknown): boolean {
  return read === undefined && value !== undefined;
}

/** Returns undefined if the value does not match the schema. */
function read<T>(schema: StandardSchemaV1Sync<unknown, T>, value: unknown): T | undefined {
  const result = schema['~standard'].validate(value);
  return result.issues ? undefined : result.value;
}

/** Throws a `SignInError` if a token is too long, or is no bearer token (RFC 6749, 7.1; RFC 6750, 2.1). */
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
