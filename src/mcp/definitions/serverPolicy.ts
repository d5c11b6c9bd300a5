// The policy of an organisation: the settings `chat.mcp.access`, `allowedServers`, `deniedServers`,
// `allowManagedServersOnly` and `chat.customizations.strictPluginOnlyCustomization`, read and matched as in VS Code
// 1.139. A server about which this module cannot decide is refused.
import { isDeepStrictEqual } from 'node:util';
import { expandBraces } from '../../base/globs/globSyntax.ts';
import { starTest } from '../../base/globs/nameMatcher.ts';
import { isJsonObject } from '../../base/json.ts';

/** One entry of a list: a name, an address that may contain `*`, or a command with its arguments. */
type ServerMatcher =
  | { readonly serverName: string }
  | { readonly serverUrl: string }
  | { readonly serverCommand: readonly string[] };

/** The policy as plain data. */
export interface ServerPolicy {
  readonly access: 'all' | 'plugins' | 'registry' | 'none';
  /** Absent if every server that is not denied is allowed. */
  readonly allowed?: readonly ServerMatcher[];
  readonly denied: readonly ServerMatcher[];
}

/** The properties of a server to which a policy applies. */
export interface ServerIdentity {
  readonly name: string;
  readonly url?: string;
  /** The command, followed by its arguments. */
  readonly command?: readonly string[];
}

/** One setting: its effective value, and its value at each level that the user can set. */
interface SettingValue {
  readonly effective: unknown;
  readonly levels: readonly unknown[];
}

interface PolicySettings {
  /** `chat.mcp.access` */
  readonly access: unknown;
  readonly allowedServers: SettingValue;
  readonly deniedServers: SettingValue;
  /** `chat.customizations.strictPluginOnlyCustomization` */
  readonly onlyPlugins: boolean;
  /** `chat.mcp.allowManagedServersOnly`: only the policy can allow servers, but every level can deny them. */
  readonly managedOnly: boolean;
}

export function readPolicy(settings: PolicySettings): ServerPolicy {
  const { access, onlyPlugins, allowedServers, deniedServers, managedOnly } = settings;
  const allowed = managedOnly
    ? (readMatchers(managedValue(allowedServers)) ?? [])
    : readMatchers(allowedServers.effective);
  const denying = managedOnly
    ? [deniedServers.effective, ...deniedServers.levels]
    : [deniedServers.effective];
  return {
    access: access === 'none' || access === 'registry' ? access : onlyPlugins ? 'plugins' : 'all',
    ...(allowed && { allowed }),
    denied: denying.flatMap((list) => readMatchers(list) ?? []),
  };
}

/**
 * Returns the value that comes from the policy. Extensions can read only the effective value, which comes from the
 * policy unless a level that the user can set has the same value.
 */
function managedValue({ effective, levels }: SettingValue): unknown {
  return levels.some((level) => isDeepStrictEqual(level, effective)) ? undefined : effective;
}

/** Returns the valid entries of a list; undefined if there is no list. */
export function readMatchers(list: unknown): readonly ServerMatcher[] | undefined {
  return Array.isArray(list) ? list.flatMap(readMatcher) : undefined;
}

/**
 * Returns a clause that names the setting which forbids the server; undefined if the server may run. If `state` is
 * `written`, command and address may still contain variables, which can match only allowing entries; the caller asks
 * again with `resolved`.
 */
export function policyRefusal(
  policy: ServerPolicy,
  server: ServerIdentity,
  state: 'written' | 'resolved',
): string | undefined {
  if (policy.access === 'none')
    return 'the setting "chat.mcp.access" is "none"; change it or ask your administrator';
  if (policy.access === 'registry')
    return 'the setting "chat.mcp.access" allows only registry servers, which Code Mode does not know; ask your administrator';
  if (policy.access === 'plugins')
    return 'the policy "chat.customizations.strictPluginOnlyCustomization" allows only plugin servers; ask your administrator';
  const known = state === 'resolved' ? server : knownPart(server);
  const isKnown = (matcher: ServerMatcher) => matches(matcher, known);
  if (policy.denied.some(isKnown))
    return 'the policy "chat.mcp.deniedServers" blocks it; ask your administrator';
  const allows = (matcher: ServerMatcher) => isKnown(matcher) || mayMatch(matcher, server, known);
  if (!policy.allowed || policy.allowed.some(allows)) return undefined;
  return 'the policy "chat.mcp.allowedServers" does not list it; ask your administrator';
}

function readMatcher(entry: unknown): ServerMatcher[] {
  const { serverName, serverUrl, serverCommand } = isJsonObject(entry) ? entry : {};
  const found: ServerMatcher[] = [];
  if (typeof serverName === 'string' && serverName !== '') found.push({ serverName });
  if (typeof serverUrl === 'string' && serverUrl !== '') found.push({ serverUrl });
  if (
    Array.isArray(serverCommand) &&
    serverCommand.length > 0 &&
    serverCommand.every((part) => typeof part === 'string')
  )
    found.push({ serverCommand });
  return found.length === 1 ? found : [];
}

function matches(matcher: ServerMatcher, { name, url, command }: ServerIdentity): boolean {
  if ('serverName' in matcher) return matcher.serverName === name;
  if ('serverUrl' in matcher) return url !== undefined && matchesUrl(matcher.serverUrl, url);
  return isDeepStrictEqual(matcher.serverCommand, command);
}

/** Omits the address or the command if it contains variables. */
function knownPart({ name, url, command }: ServerIdentity): ServerIdentity {
  return {
    name,
    ...(url !== undefined && !hasVariables(url) && { url }),
    ...(command && !command.some(hasVariables) && { command }),
  };
}

/** True if an allowing entry may match when variables are substituted, so that the user is asked for inputs. */
function mayMatch(matcher: ServerMatcher, server: ServerIdentity, known: ServerIdentity): boolean {
  if ('serverUrl' in matcher) return server.url !== known.url;
  return 'serverCommand' in matcher && server.command !== known.command;
}

function hasVariables(text: string): boolean {
  const start = text.indexOf('${');
  return start >= 0 && text.includes('}', start);
}

// Matches an address against an entry of a policy by VS Code's rules (1.139): case, default port, credentials and
// fragment are ignored. `*` matches only inside the host, so that an address cannot pretend to have an allowed host,
// and matches any text in the path.
/** Examples of `pattern`: `https://mcp.example.com/x`, `https://*.example.com/*`, `http://localhost:*`. */
export function matchesUrl(pattern: string, address: string): boolean {
  const plain = plainUrl(address);
  if (plain === undefined) return false;
  if (!pattern.includes('*')) return plainUrl(pattern)?.toLowerCase() === plain.toLowerCase();
  const normal = normalPattern(pattern);
  return normal !== undefined && matchesParts(normal.toLowerCase(), plain.toLowerCase());
}

/** Returns scheme, host, path and query of a web address, another address unchanged; undefined if invalid. */
function plainUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return undefined;
  return /^https?:$/.test(url.protocol) ? url.origin + url.pathname + url.search : text;
}

/** Normalizes a web address that contains `*` as the `URL` class does for others. */
function normalPattern(pattern: string): string | undefined {
  const [, scheme, authority = '', rest = ''] = /^(https?):\/\/([^/\\?#]*)([^]*)$/i.exec(pattern) ?? [];
  if (scheme === undefined) return pattern;
  const [, host, port] =
    /^(\[[^\]]*\]|.*?)(?::([^:]*))?$/.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  if (!host) return undefined;
  const defaultPort = scheme.toLowerCase() === 'https' ? '443' : '80';
  const path = rest.replaceAll('\\', '/').replace(/#[^]*$/, '');
  const shownPort = port === undefined || port === defaultPort ? '' : `:${port}`;
  return `${scheme.toLowerCase()}://${host}${shownPort}${path.startsWith('/') ? '' : '/'}${path}`;
}

/** The scheme, the host with its port, and the rest of an address or a pattern. */
const urlParts = /^([^:]*:\/\/)?([^/\\?#]*)([^]*)$/;

/** A `:*` also matches an address without a port. */
function matchesParts(pattern: string, address: string): boolean {
  const [, scheme = '', host = '', rest = ''] = urlParts.exec(pattern) ?? [];
  const [, ownScheme = '', ownHost = '', ownRest = ''] = urlParts.exec(address) ?? [];
  const matchesPart = (part: string, own: string) => starTest(part.split('*'))(own);
  return (
    matchesPart(scheme, ownScheme) &&
    matchesPart(rest, ownRest) &&
    expandBraces(host.replaceAll(':*', '{,:*}')).some((each) => matchesPart(each, ownHost))
  );
}
