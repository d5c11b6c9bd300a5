// The stored record of one sign-in, with which tokens can be renewed without a person and without a new discovery.
// Other programs can write to the store, so `readRecord` checks each field.
import {
  specTypeSchemas,
  type AuthorizationServerMetadata,
  type OAuthClientInformationMixed,
  type OAuthMetadata,
  type OAuthTokens,
  type StandardSchemaV1Sync,
} from '@modelcontextprotocol/client';
import { isJsonObject, parseJson } from '../../base/json.ts';

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
  if (!metadata) return undefined;
  const {
    issuer,
    authorization_endpoint,
    token_endpoint,
    response_types_supported,
    token_endpoint_auth_methods_supported,
  } = metadata;
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    response_types_supported,
    token_endpoint_auth_methods_supported,
  };
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
