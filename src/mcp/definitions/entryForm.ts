// Converts an entry in the format of another client into the fields of this project. The conversion happens before the
// approval, the policy check and the start, so that all three see the same fields. This module also reads the members
// with which other clients disable a server or some of its tools.
import { isJsonArray, isJsonObject, mapTexts, type JsonObject } from '../../base/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Selection of tools by a definition: those in `only`, or all if `only` is absent, except those in `without`. */
export interface ToolChoice {
  readonly only?: readonly string[];
  readonly without: readonly string[];
}

/** Returns the entry with its `command`, `args`, `env` and `url` under these names. Other members stay. */
export function ownForm(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { command, args, env, url } = value;
  // Gemini CLI gives `httpUrl` precedence over `url`. Windsurf writes `serverUrl`.
  const address = value['httpUrl'] ?? url ?? value['serverUrl'];
  return {
    ...value,
    ...(address !== undefined && { url: address }),
    ...commandLine(command, args),
    ...((env ?? value['environment']) !== undefined && { env: env ?? value['environment'] }),
    ...typeOf(value['type']),
  };
}

/**
 * Reads a command line. OpenCode writes command and arguments as one list. Zed's older format has an object with
 * `path`, `args` and `env`.
 */
function commandLine(command: unknown, args: unknown): Fields {
  if (Array.isArray(command)) {
    const [program, ...first] = command as readonly unknown[];
    return {
      command: program,
      args: [...first, ...(Array.isArray(args) ? (args as readonly unknown[]) : [])],
    };
  }
  if (!isJsonObject(command)) return {};
  return {
    command: command['path'],
    args: command['args'] ?? args,
    ...(command['env'] !== undefined && { env: command['env'] }),
  };
}

/** Maps OpenCode's names of types, and other names for Streamable HTTP. */
function typeOf(type: unknown): Fields {
  if (type === 'local') return { type: 'stdio' };
  return type === 'remote' || type === 'streamable-http' || type === 'streamableHttp' ? { type: 'http' } : {};
}

/** True for an entry of OpenCode, which requires one of these types; VS Code knows neither. */
export function isOpenCodeEntry(value: unknown): boolean {
  return isJsonObject(value) && (value['type'] === 'local' || value['type'] === 'remote');
}

/** Replaces `{env:NAME}`, which is OpenCode's syntax for a variable that is empty if it is not set. */
export function withVariables(value: unknown): unknown {
  return mapTexts(value, (text) => text.replaceAll(/(?<!\$)\{env:([^{}]+)\}/g, '${env:$1}'));
}

/** Returns the member that disables the server, as JSON text; undefined if the server is enabled. */
export function disabledBy({ disabled, enabled }: JsonObject): string | undefined {
  if (disabled === true) return '"disabled": true';
  return enabled === false ? '"enabled": false' : undefined;
}

/** Returns the selection of tools, if there is one. */
export function toolChoice(entry: JsonObject): ToolChoice | undefined {
  const namesIn = (...members: readonly string[]) => {
    const lists = members.map((member) => entry[member]).filter(isJsonArray);
    const names = lists.flat().filter((name) => typeof name === 'string');
    return lists.length > 0 ? names.map(withoutArguments) : undefined;
  };
  // In Copilot CLI, `"tools": ["*"]` selects all tools.
  const only = namesIn('includeTools', 'enabledTools', 'enabled_tools', 'tools');
  const without = namesIn('disabledTools', 'excludeTools', 'disabled_tools') ?? [];
  const isLimited = only !== undefined && !only.includes('*');
  return isLimited || without.length > 0 ? { ...(isLimited && { only }), without } : undefined;
}

/** Gemini CLI may write arguments after a name: `run(ls)`. */
function withoutArguments(name: string): string {
  const [tool = ''] = name.split('(', 1);
  return name.endsWith(')') ? tool : name;
}

/** True if the value has the form of an MCP version, which is a date. */
export function isProtocolVersion(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}

/** Returns the MCP version that the entry demands; undefined if it demands none. */
export function pinnedVersion({ protocolVersion }: JsonObject): string | undefined {
  return isProtocolVersion(protocolVersion) ? protocolVersion : undefined;
}

/**
 * Returns the members with which other clients skip their approval. These members have no effect here, because the
 * user's approval rules decide.
 */
export function ignoredApprovals(entry: JsonObject): readonly string[] {
  return ['alwaysAllow', 'autoApprove', 'trust'].filter((member) => {
    const given = entry[member];
    return given === true || (Array.isArray(given) && given.length > 0);
  });
}
