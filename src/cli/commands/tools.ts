// `code-mode tools`: servers, tools with what each costs a model as a JSON schema and as a declaration, and what else is offered.
import type { CatalogServer, CatalogSnapshot, CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { methodsOffered } from '../../catalog/serverFeatures.ts';
import type { Declarations } from '../../declarations/declarations.ts';
import { definitionText } from '../../catalog/definitionTokens.ts';
import { ageText } from '../../engine/ageText.ts';
import { ExitCode } from '../exitCode.ts';
import type { EngineLine, ToolsLine } from '../commandLine.ts';
import type { Session } from '../session.ts';
import { printable, say } from '../terminal.ts';
import { countTokens } from '../tokens.ts';

interface ListedTool {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly readOnly: boolean;
  readonly tokens: { readonly schema: number; readonly declaration: number };
}

export async function tools(session: Session, line: ToolsLine, signal: AbortSignal): Promise<ExitCode> {
  const snapshot = await session.snapshot(signal);
  const servers = await Promise.all(snapshot.servers.map((server) => listed(server, session.declarations)));
  if (line.json) {
    process.stdout.write(`${JSON.stringify({ servers, warnings: snapshot.warnings }, undefined, 2)}\n`);
    return ExitCode.done;
  }
  for (const warning of snapshot.warnings) say(`code-mode: ${warning}`);
  if (servers.length === 0) say(noServers(line));
  const lines = [...servers.flatMap(serverLines), totalLine(servers.flatMap((server) => server.tools))];
  process.stdout.write(`${printable(lines.join('\n'))}\n`);
  return ExitCode.done;
}

function noServers({ servers }: EngineLine): string {
  return servers.length > 0
    ? `code-mode: --server ${servers.join(' ')} leaves no MCP server; code-mode tools without it lists those that are configured`
    : 'code-mode: no MCP servers are configured: add one to .vscode/mcp.json or .mcp.json, or name a file with --config';
}

/** Says on stderr which servers failed, which names collided, and how old the tools are. */
export function warnOf(snapshot: CatalogSnapshot, line: EngineLine): void {
  for (const warning of snapshot.warnings) say(`code-mode: ${warning}`);
  for (const { name, error, cachedAt } of snapshot.servers) {
    const used = cachedAt === undefined ? '' : ` (its tools are those of ${ageText(cachedAt)})`;
    if (error !== undefined) say(`code-mode: ${name}: ${error}${used}`);
  }
  const oldest = Math.min(...snapshot.servers.map(({ cachedAt }) => cachedAt ?? Infinity));
  if (oldest < Infinity) say(`code-mode: tools as of ${ageText(oldest)}; --discovery startup asks the servers`);
  if (snapshot.servers.length === 0) say(noServers(line));
}

async function listed(server: CatalogServer, declarations: Declarations) {
  return {
    name: server.name,
    namespace: server.namespace,
    state: server.state,
    ...(server.error !== undefined && { error: server.error }),
    ...(server.cachedAt !== undefined && { cachedAt: new Date(server.cachedAt).toISOString() }),
    tools: await Promise.all(server.tools.map((tool) => listedTool(tool, declarations))),
    features: server.features ?? [],
    excluded: server.excluded.map(({ name, pattern }) => ({ name, pattern })),
  };
}

async function listedTool(tool: CatalogTool, declarations: Declarations): Promise<ListedTool> {
  const { name, path, description, readOnly } = tool;
  const { text } = await declarations.tool(tool);
  return {
    name,
    path,
    description,
    readOnly,
    tokens: { schema: await countTokens(definitionText(tool)), declaration: await countTokens(text) },
  };
}

function serverLines(server: Awaited<ReturnType<typeof listed>>): string[] {
  const problem = server.error === undefined ? [] : [`${server.state}: ${server.error}`];
  const asOf = server.cachedAt === undefined ? '' : ` as of ${ageText(Date.parse(server.cachedAt))}`;
  const tools = server.error === undefined || server.cachedAt !== undefined ? [`${server.tools.length} tools${asOf}`] : [];
  return [
    `${server.name} (tools.${server.namespace}): ${[...tools, ...problem].join('; ')}`,
    ...server.tools.map(
      (tool) => `  ${tool.path}  ${tool.readOnly ? 'read-only' : 'can write'}  ${tool.tokens.schema} → ${tool.tokens.declaration} tokens`,
    ),
    ...methodsOffered(server.features).map(({ member, methods }) => `  tools.${server.namespace}.${member}  ${methods.join(', ')}`),
    ...server.excluded.map((tool) => `  ${tool.name}  excluded by ${tool.pattern}`),
  ];
}

function totalLine(all: readonly ListedTool[]): string {
  const schema = all.reduce((sum, tool) => sum + tool.tokens.schema, 0);
  const declaration = all.reduce((sum, tool) => sum + tool.tokens.declaration, 0);
  const share = schema > 0 ? `, ${Math.round((100 * declaration) / schema)} %` : '';
  return `${all.length} tools: ${schema} tokens as JSON schemas, ${declaration} as declarations (o200k)${share}`;
}
