// Which version of MCP is spoken with a server, and its answer to `initialize`, brought into the form that the SDK insists on. VS Code
// (1.139) looks at nothing in that answer but what it uses, and servers that put null for what they have not, or name no version, work there.
import { LATEST_PROTOCOL_VERSION, SdkError, SdkErrorCode, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { schemaSize } from '../../catalog/limitTool.ts';
import { shownLine } from '../../base/text/plainText.ts';

/** The server speaks no version of MCP that we do. `message`: one clause, and what to do. */
export class UnknownVersion extends Error {
  override readonly name = 'UnknownVersion';
}

/** The first version without `initialize`; versions are dates. The SDK (2.4) does not export it. */
const firstModern = '2026-07-28';
/** The newest first. */
const ourVersions: readonly string[] = [firstModern, ...SUPPORTED_PROTOCOL_VERSIONS];

export function isModern(version: string): boolean {
  return version >= firstModern;
}

/**
 * The version to offer in another try, after a start failed with `error` that offered `tried`; undefined where there is no use in one.
 * A server may end at a request that comes before `initialize`, or answer it with an error of HTTP or no JSON, and still speak an older
 * version. Throws `UnknownVersion`.
 */
export function nextVersion(error: unknown, tried: string | undefined): string | undefined {
  if (error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed) {
    const { cause } = error;
    return cause === undefined || cause instanceof SdkError || cause instanceof SyntaxError ? LATEST_PROTOCOL_VERSION : undefined;
  }
  return commonVersion(error, tried ?? LATEST_PROTOCOL_VERSION);
}

/** The part of a refusal to start that is searched for versions, in characters. */
const longestRefusal = 4_000;

/**
 * The latest version that Code Mode and a server know which refused `asked`; undefined where it refused for another reason, or names no
 * version. Servers name theirs in `data.supported`, in other members, or in words. Throws `UnknownVersion` where there is none.
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
  throw new UnknownVersion(`it speaks MCP ${known.join(', ')}, Code Mode ${ourVersions.join(', ')}. Update either.`);
}

const mostNamed = 8;

const used = ['tools', 'prompts', 'resources', 'logging', 'completions'];

/** Only what is used: of `serverInfo` the name and the version, which may be empty. Throws `UnknownVersion`. */
export function readInitialize({ protocolVersion, capabilities, serverInfo, instructions }: JsonObject): JsonObject {
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

/** One that is there counts, whatever is in it; of what is in it, what is true or false. */
function readCapabilities(capabilities: JsonValue | undefined): JsonObject {
  const all = Object.entries(isJsonObject(capabilities) ? capabilities : {});
  const offered = all.filter(([name, value]) => used.includes(name) && Boolean(value));
  const read = offered.map(([name, value]) => [name, isJsonObject(value) ? flagsOf(value) : {}] as const);
  return { ...Object.fromEntries(read), ...(carriesOutTasks(capabilities) && { tasks: { requests: { tools: { call: {} } } } }) };
}

/** Whether tools can be called as tasks. */
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
