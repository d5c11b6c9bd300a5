// Chooses the MCP version for a server, and converts the response to `initialize` into the form that the SDK demands.
// VS Code (1.139) reads only the fields that it uses, so servers that send null for absent fields, or no version, work
// there.
import {
  LATEST_PROTOCOL_VERSION,
  SdkError,
  SdkErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { schemaSize } from '../../catalog/index.ts';
import { shownLine } from '../../base/text/plainText.ts';

/** Thrown if the server speaks no MCP version that this client knows. `message` is a clause followed by advice. */
export class UnknownVersion extends Error {
  override readonly name = 'UnknownVersion';
}

/** The first version without `initialize`. Versions are dates. The SDK (2.4) does not export this constant. */
const firstModern = '2026-07-28';
/** Newest version first. */
const ourVersions: readonly string[] = [firstModern, ...SUPPORTED_PROTOCOL_VERSIONS];

export function isModern(version: string): boolean {
  return version >= firstModern;
}

/**
 * Returns the version to offer in the next attempt, after an attempt with version `tried` failed with `error`;
 * undefined if another attempt is useless. A server may exit at a request before `initialize`, or answer it with an
 * HTTP error or without JSON, and still speak an older version. Throws `UnknownVersion`.
 */
export function nextVersion(error: unknown, tried: string | undefined): string | undefined {
  if (error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed) {
    const { cause } = error;
    return cause === undefined || cause instanceof SdkError || cause instanceof SyntaxError
      ? LATEST_PROTOCOL_VERSION
      : undefined;
  }
  return commonVersion(error, tried ?? LATEST_PROTOCOL_VERSION);
}

/** Maximum length of the part of an error that is searched for versions, in characters. */
const longestRefusal = 4_000;

/**
 * Returns the latest common version of Code Mode and a server that refused `asked`; undefined if the server refused for
 * another reason or names no version. Servers name their versions in `data.supported`, in other members, or in the
 * message. Throws `UnknownVersion` if there is no common version.
 */
function commonVersion(error: unknown, asked: unknown): string | undefined {
  if (!(error instanceof Error) || !/protocol.{0,20}version/i.test(error.message)) return undefined;
  const data = 'data' in error && schemaSize({ data: error.data }).ok ? JSON.stringify(error.data ?? '') : '';
  const said = `${error.message.slice(0, longestRefusal)} ${data.slice(0, longestRefusal)}`;
  const theirs = new Set(said.match(/\b20\d\d-\d\d-\d\d\b/g)?.filter((version) => version !== asked));
  if (theirs.size === 0) return undefined;
  const common = ourVersions.find((version) => theirs.has(version));
  if (common !== undefined) return common;
  const known = [...theirs].slice(0, mostNamed);
  throw new UnknownVersion(
    `it speaks MCP ${known.join(', ')}, Code Mode ${ourVersions.join(', ')}. Update either.`,
  );
}

const mostNamed = 8;

const used = ['tools', 'prompts', 'resources', 'logging', 'completions'];

/** Returns only the fields that are used. Name and version of `serverInfo` may be empty. Throws `UnknownVersion`. */
export function readInitialize(answer: JsonObject): JsonObject {
  const { protocolVersion, capabilities, serverInfo, instructions } = answer;
  if (typeof protocolVersion === 'string' && !SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)) {
    const [latest = ''] = ourVersions;
    throw new UnknownVersion(
      `it speaks version ${JSON.stringify(shownLine(protocolVersion, 40))} of MCP, Code Mode ${latest} and earlier. Update either.`,
    );
  }
  const { name, version } = isJsonObject(serverInfo) ? serverInfo : {};
  return {
    ...(protocolVersion !== undefined && { protocolVersion }),
    capabilities: readCapabilities(capabilities),
    serverInfo: { name: textOf(name), version: textOf(version) },
    ...(typeof instructions === 'string' && { instructions }),
  };
}

/** Returns the known capabilities. A capability counts if its value is truthy; only boolean members of it are kept. */
function readCapabilities(capabilities: JsonValue | undefined): JsonObject {
  const all = Object.entries(isJsonObject(capabilities) ? capabilities : {});
  const offered = all.filter(([name, value]) => used.includes(name) && Boolean(value));
  const read = offered.map(([name, value]) => [name, isJsonObject(value) ? flagsOf(value) : {}] as const);
  return {
    ...Object.fromEntries(read),
    ...(carriesOutTasks(capabilities) && { tasks: { requests: { tools: { call: {} } } } }),
  };
}

/** True if tools can be called as tasks. */
function carriesOutTasks(capabilities: JsonValue | undefined): boolean {
  const call = ['tasks', 'requests', 'tools', 'call'].reduce(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    capabilities,
  );
  return Boolean(call);
}

function flagsOf(capability: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(capability).filter(([, value]) => typeof value === 'boolean'));
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
