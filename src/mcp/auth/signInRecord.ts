// What is kept of one sign-in, so that it can be renewed without a person, and without finding out again where. It comes back from
// a place that others can write to, and is guarded like everything that does.
import {
  specTypeSchemas,
  type AuthorizationServerMetadata,
  type OAuthClientInformationMixed,
  type OAuthMetadata,
  type OAuthTokens,
  type StandardSchemaV1Sync,
} from '@modelcontextprotocol/client';
import { isJsonObject, parseJson } from '../../base/json.ts';

/** The SDK (2.4) loses the types of these. */
const schemas: {
  readonly OAuthMetadata: StandardSchemaV1Sync<unknown, OAuthMetadata>;
  readonly OAuthClientInformation: StandardSchemaV1Sync<unknown, OAuthClientInformationMixed>;
  readonly OAuthClientInformationFull: StandardSchemaV1Sync<unknown, OAuthClientInformationMixed>;
  readonly OAuthTokens: StandardSchemaV1Sync<unknown, OAuthTokens>;
} = specTypeSchemas;

export interface SignInRecord {
  readonly issuer: string;
  /** Only what a renewal needs; absent where the endpoints have fixed paths. */
  readonly metadata?: OAuthMetadata | undefined;
  readonly client: OAuthClientInformationMixed;
  /** The client is registered with it. */
  readonly redirectUrl: string;
  readonly resource?: string | undefined;
  /** What was asked for. */
  readonly scope?: string | undefined;
  /** Absent once they were revoked: the client is still registered. */
  readonly tokens?: OAuthTokens | undefined;
  /** Of the access token, in milliseconds since 1970; absent when the server did not tell. */
  readonly expiresAt?: number | undefined;
}

export function neededMetadata(metadata: AuthorizationServerMetadata | undefined): OAuthMetadata | undefined {
  if (!metadata) return undefined;
  const { issuer, authorization_endpoint, token_endpoint, response_types_supported, token_endpoint_auth_methods_supported } = metadata;
  return { issuer, authorization_endpoint, token_endpoint, response_types_supported, token_endpoint_auth_methods_supported };
}

/** Undefined for what is no record. */
export function readRecord(text: string): SignInRecord | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const { issuer, redirectUrl, resource, scope, expiresAt } = value;
  const metadata = read(schemas.OAuthMetadata, value['metadata']);
  const client = read(schemas.OAuthClientInformationFull, value['client']) ?? read(schemas.OAuthClientInformation, value['client']);
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

/** Something is there, and does not fit. */
function isWrong(read: unknown, value: unknown): boolean {
  return read === undefined && value !== undefined;
}

/** Undefined for what does not fit. */
function read<T>(schema: StandardSchemaV1Sync<unknown, T>, value: unknown): T | undefined {
  const result = schema['~standard'].validate(value);
  return result.issues ? undefined : result.value;
}
