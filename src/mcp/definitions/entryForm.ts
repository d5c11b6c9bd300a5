// One server as the files of other clients write it, brought into our fields before anything else reads it: what its user approves, what a
// policy is asked about and what starts is the same. Also the members by which these clients turn a server or some of its tools off.

type Fields = Readonly<Record<string, unknown>>;

/** The tools of a server that its definition leaves in: those in `only`, where it is there, without those in `without`. */
export interface ToolChoice {
  readonly only?: readonly string[];
  readonly without: readonly string[];
}

/** The entry with `command`, `args`, `env` and `url`, wherever it has them. Other members stay. */
export function ownForm(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { command, args, env, url } = value;
  // Gemini CLI: `httpUrl` comes before `url`. Windsurf: `serverUrl`.
  const address = value['httpUrl'] ?? url ?? value['serverUrl'];
  return {
    ...value,
    ...(address !== undefined && { url: address }),
    ...commandLine(command, args),
    ...((env ?? value['environment']) !== undefined && { env: env ?? value['environment'] }),
    ...typeOf(value['type']),
  };
}

/** OpenCode writes the whole line as a list. Zed's older form has an object of `path`, `args` and `env`. */
function commandLine(command: unknown, args: unknown): Fields {
  if (Array.isArray(command)) {
    const [program, ...first] = command as readonly unknown[];
    return { command: program, args: [...first, ...(Array.isArray(args) ? (args as readonly unknown[]) : [])] };
  }
  if (!isFields(command)) return {};
  return { command: command['path'], args: command['args'] ?? args, ...(command['env'] !== undefined && { env: command['env'] }) };
}

/** OpenCode's names, and others for Streamable HTTP. */
function typeOf(type: unknown): Fields {
  if (type === 'local') return { type: 'stdio' };
  return type === 'remote' || type === 'streamable-http' || type === 'streamableHttp' ? { type: 'http' } : {};
}

/** OpenCode writes `{env:NAME}` for a variable. */
export function withVariables(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\{env:([^{}]+)\}/g, '${$1}');
  if (Array.isArray(value)) return value.map(withVariables);
  return isFields(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withVariables(inner)])) : value;
}

/** The member that turns the server off, as it is written; undefined for one that may start. */
export function disabledBy(value: unknown): string | undefined {
  if (!isFields(value)) return undefined;
  if (value['disabled'] === true) return '"disabled": true';
  return value['enabled'] === false ? '"enabled": false' : undefined;
}

/** Undefined where all tools are left in. Gemini CLI may write arguments behind a name: `run(ls)`. */
export function toolChoice(value: unknown): ToolChoice | undefined {
  if (!isFields(value)) return undefined;
  const namesIn = (...members: readonly string[]) => {
    const lists = members.map((member) => value[member]).filter((list) => Array.isArray(list)) as (readonly unknown[])[];
    const names = lists.flat().filter((name) => typeof name === 'string');
    return lists.length > 0 ? names.map((name) => name.replace(/\(.*\)$/s, '')) : undefined;
  };
  // Copilot CLI: `"tools": ["*"]` is all.
  const only = namesIn('includeTools', 'enabledTools', 'enabled_tools', 'tools');
  const without = namesIn('disabledTools', 'excludeTools', 'disabled_tools') ?? [];
  const isLimited = only !== undefined && !only.includes('*');
  return isLimited || without.length > 0 ? { ...(isLimited && { only }), without } : undefined;
}

/** The form of a version of MCP, which is a date. */
export function isProtocolVersion(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}

/** The version of MCP that the entry asks for. */
export function pinnedVersion(value: unknown): string | undefined {
  const version = isFields(value) ? value['protocolVersion'] : undefined;
  return isProtocolVersion(version) ? version : undefined;
}

/** The members by which other clients skip their own question; ours are rules of the user. */
export function ignoredApprovals(value: unknown): readonly string[] {
  if (!isFields(value)) return [];
  return ['alwaysAllow', 'autoApprove', 'trust'].filter((member) => {
    const given = value[member];
    return given === true || (Array.isArray(given) && given.length > 0);
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
