// Describes servers for a model: all servers with their tools, one server, and servers that could not be reached.
import type { CatalogServer, CatalogSnapshot, CatalogTool } from '../../catalog/index.ts';
import { formatAge, advice } from '../formatting/index.ts';
import { allocateBudget } from './allocateBudget.ts';
import { featureSummaries } from './featureHits.ts';
import { isNamed } from './findHits.ts';

const MOST_NAMES_PER_SERVER = 60;

/** Returns one line per server: the number of tools, and as many names as fit. */
export function overview(snapshot: CatalogSnapshot, budget: number): string {
  const warnings = snapshot.warnings.map((warning) => `Warning: ${warning}`);
  const { servers } = snapshot;
  if (servers.length === 0) {
    const none = 'No MCP servers configured. Ask the user to add one to .vscode/mcp.json or .mcp.json.';
    return [none, ...warnings].join('\n');
  }
  const tools = servers.flatMap((server) => server.tools);
  const claims = tools.map(({ namespace: server, method }) => ({ server, method, cost: method.length + 2 }));
  const shown = allocateBudget(claims, { best: 0, most: claims.length, budget });
  const names = Map.groupBy(shown, ({ server }) => server);
  const namesOf = ({ namespace }: CatalogServer) => names.get(namespace)?.map(({ method }) => method) ?? [];
  const lines = servers.map((server) => serverLine(server, namesOf(server)));
  return [`${servers.length} servers, ${tools.length} tools:`, ...lines, ...warnings].join('\n');
}

function serverLine(server: CatalogServer, names: readonly string[]): string {
  if (server.error !== undefined && server.cachedAt === undefined) return `tools.${lostLine(server)}`;
  const asOf = cachedNote(server);
  const more = server.tools.length > names.length ? `, … ${server.tools.length - names.length} more` : '';
  const others = featureSummaries(server.features ?? [])
    .map((summary) => `; ${summary}`)
    .join('');
  return `tools.${server.namespace} (${server.tools.length}${asOf ? `; ${asOf}` : ''}): ${names.join(', ')}${more}${others}`;
}

export function lostLine(server: CatalogServer): string {
  return `${server.namespace}: ${cachedNote(server) ?? `unavailable: ${server.error ?? ''}`}`;
}

/** Returns a note for a server that could not be reached and whose tools come from an earlier list. */
function cachedNote({ cachedAt, error, state }: CatalogServer): string | undefined {
  if (cachedAt === undefined || error === undefined) return undefined;
  const now =
    state === 'needs_input' || state === 'needs_sign_in' ? advice.callAsks.model : 'down (a call starts it)';
  return `${now}; tools as of ${formatAge(cachedAt)}`;
}

export function describeServer(
  snapshot: CatalogSnapshot,
  name: string,
): { readonly found: boolean; readonly text: string } {
  const server = snapshot.servers.find((found) => isNamed(found, name));
  if (!server) {
    const isMeant = ({ method }: CatalogTool) => method.toLowerCase() === name.toLowerCase();
    const meant = snapshot.servers.flatMap(({ tools }) => tools).find(isMeant);
    const others = snapshot.servers.map(({ namespace }) => namespace).join(', ') || 'none';
    const hint = meant ? `Did you mean ${meant.path}?` : `Servers: ${others}.`;
    return { found: false, text: `No server "${name}". ${hint}` };
  }
  const names = server.tools.slice(0, MOST_NAMES_PER_SERVER).map((tool) => tool.method);
  return {
    found: true,
    text: [serverLine(server, names), ...(server.instructions ? [server.instructions] : [])].join('\n'),
  };
}
