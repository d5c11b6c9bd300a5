// A server's answer to `initialize`, brought into the form that the SDK insists on. VS Code (1.139) looks at nothing in it but what
// it uses, and servers that put null for what they have not, or name no version, work there.
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../catalog/json.ts';
import { shownLine } from '../person/shownText.ts';

/** The server speaks no version of MCP that we do. `message`: one clause, and what to do. */
export class UnknownVersion extends Error {
  override readonly name = 'UnknownVersion';
}

const withFlags = ['tools', 'prompts', 'resources', 'logging', 'completions'];

/** Only what is used: of `serverInfo` the name and the version, which may be empty. Throws `UnknownVersion`. */
export function readInitialize({ protocolVersion, capabilities, serverInfo, instructions }: JsonObject): JsonObject {
  if (typeof protocolVersion === 'string' && !SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)) {
    const [latest = ''] = SUPPORTED_PROTOCOL_VERSIONS;
    throw new UnknownVersion(
      `it speaks version ${JSON.stringify(shownLine(protocolVersion, 40))} of MCP, and Code Mode ${latest} and earlier ones. Update the server, or Code Mode.`,
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

/** One that is there counts, whatever is in it; of what is in it, what is true or false. Of tasks only whether calls can be some. */
function readCapabilities(capabilities: JsonValue | undefined): JsonObject {
  const all = isJsonObject(capabilities) ? capabilities : {};
  const { call } = objectIn(objectIn(objectIn(all, 'tasks'), 'requests'), 'tools');
  const offered = Object.entries(all).filter(([name, value]) => withFlags.includes(name) && Boolean(value));
  return {
    ...Object.fromEntries(offered.map(([name, value]) => [name, isJsonObject(value) ? flagsOf(value) : {}])),
    ...(call && { tasks: { requests: { tools: { call: {} } } } }),
  };
}

function objectIn(value: JsonObject, name: string): JsonObject {
  const { [name]: found } = value;
  return isJsonObject(found) ? found : {};
}

function flagsOf(capability: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(capability).filter(([, value]) => typeof value === 'boolean'));
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
