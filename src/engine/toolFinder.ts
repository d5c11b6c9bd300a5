// Finds tools by what they do and describes them, for the `findTools` tool, for `codemode.search` and
// `codemode.describe` inside a script, and for the terminal: one answer is enough to write a correct call.
import type { CatalogServer, CatalogSnapshot } from '../catalog/catalogSnapshot.ts';
import type { Declarations } from '../declarations/declarations.ts';
import { explainLookup } from './explainLookup.ts';

export type Detail = 'names' | 'signatures' | 'full';

export interface FindRequest {
  /** Words for what the tool should do. Without it: the servers and their tools' names. */
  readonly query?: string;
  /** Only this server: its name in scripts or in the configuration. */
  readonly server?: string;
  readonly detail?: Detail;
  /** How many tools at most; 10 unless told, 50 at most. */
  readonly limit?: number;
}

export interface FoundTool {
  readonly path: string;
  readonly signature: string;
  /** The first sentence of the description. */
  readonly summary: string;
  readonly score: number;
}

const DEFAULT_LIMIT = 10;
const MOST_FOUND = 50;
const MOST_NAMES_PER_SERVER = 60;

/** Ranked tools with their signatures. */
export async function search(
  snapshot: CatalogSnapshot,
  declarations: Declarations,
  query: string,
  options: { readonly server?: string; readonly limit?: number } = {},
): Promise<readonly FoundTool[]> {
  const limit = Math.min(Math.max(1, Math.floor(options.limit ?? DEFAULT_LIMIT)), MOST_FOUND);
  const hits = await snapshot.search(query, { limit, ...(options.server !== undefined && { server: options.server }) });
  return Promise.all(
    hits.map(async ({ tool, score }) => {
      const { signature, summary } = await declarations.tool(tool);
      return { path: tool.path, signature, summary, score: Math.round(score * 100) / 100 };
    }),
  );
}

/**
 * The declaration of one tool named by its path, with long comments and unions cut unless `whole` is asked for; for a
 * path that names none, why and what is near.
 */
export async function describe(
  snapshot: CatalogSnapshot,
  declarations: Declarations,
  path: string,
  { whole = false }: { readonly whole?: boolean } = {},
): Promise<string> {
  const [server, tool] = namesIn(path);
  if (tool === undefined) return describeServer(snapshot, server);
  const lookup = snapshot.find(server, tool);
  if (lookup.kind === 'tool') return (await declarations.tool(lookup.tool))[whole ? 'whole' : 'text'];
  const refusal = await explainLookup(lookup, server, tool, snapshot, declarations);
  return `${refusal.message} ${refusal.hint}`;
}

/** The answer of `findTools`, as text for a model. */
export async function findTools(snapshot: CatalogSnapshot, declarations: Declarations, request: FindRequest): Promise<string> {
  const { query = '', server, detail = 'signatures' } = request;
  const lost = snapshot.servers.filter((found) => found.error !== undefined && (server === undefined || isNamed(found, server)));
  const unavailable = lost.map((found) => `${found.namespace}: not available: ${found.error ?? ''}`);
  if (server !== undefined && !snapshot.servers.some((found) => isNamed(found, server))) {
    return describeServer(snapshot, server);
  }
  if (query.trim() === '' && server === undefined) return overview(snapshot);
  const found = await search(snapshot, declarations, query, {
    limit: request.limit ?? (query.trim() === '' ? MOST_FOUND : DEFAULT_LIMIT),
    ...(server !== undefined && { server }),
  });
  if (found.length === 0) {
    return [
      `No tool was found for "${query}". Try other words, or call findTools without a query to see all servers.`,
      ...unavailable,
    ].join('\n');
  }
  return [...(await Promise.all(found.map((tool) => written(tool, detail, snapshot, declarations)))), ...unavailable].join('\n');
}

async function written(tool: FoundTool, detail: Detail, snapshot: CatalogSnapshot, declarations: Declarations): Promise<string> {
  if (detail === 'names') return tool.path;
  if (detail === 'full') return describe(snapshot, declarations, tool.path);
  return `${tool.signature}${tool.summary ? ` // ${tool.summary}` : ''}`;
}

/** One line per server: how many tools, and their names. */
function overview(snapshot: CatalogSnapshot): string {
  const warnings = snapshot.warnings.map((warning) => `Warning: ${warning}`);
  if (snapshot.servers.length === 0) {
    return ['No MCP servers are configured. The user can add one to .vscode/mcp.json or .mcp.json.', ...warnings].join('\n');
  }
  const count = snapshot.servers.reduce((sum, server) => sum + server.tools.length, 0);
  return [`${snapshot.servers.length} servers, ${count} tools:`, ...snapshot.servers.map(serverLine), ...warnings].join('\n');
}

function serverLine(server: CatalogServer): string {
  if (server.error !== undefined) return `tools.${server.namespace}: not available: ${server.error}`;
  const names = server.tools.slice(0, MOST_NAMES_PER_SERVER).map((tool) => tool.method);
  const more = server.tools.length > names.length ? `, … ${server.tools.length - names.length} more` : '';
  return `tools.${server.namespace} (${server.tools.length}): ${names.join(', ')}${more}`;
}

function describeServer(snapshot: CatalogSnapshot, name: string): string {
  const server = snapshot.servers.find((found) => isNamed(found, name));
  if (!server)
    return `There is no server "${name}". The servers are: ${snapshot.servers.map((found) => found.namespace).join(', ') || 'none'}.`;
  return [serverLine(server), ...(server.instructions ? [server.instructions] : [])].join('\n');
}

function isNamed(server: CatalogServer, name: string): boolean {
  return server.namespace === name || server.name === name;
}

/** `tools.geo.getCity`, `geo.getCity`, `tools.geo["get_city"]` and `tools.geo` as names. */
function namesIn(path: string): [server: string, tool: string | undefined] {
  const [server = '', tool] = [
    ...path
      .trim()
      .replace(/^tools\b/, '')
      .matchAll(/\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]|([^.[\]()]+)/g),
  ].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
  return [server, tool];
}
