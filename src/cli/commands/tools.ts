// `code-mode tools`: prints servers with their tools and other features, each server after it has answered.
import type { CatalogServer, CatalogSnapshot } from '../../catalog/index.ts';
import { formatAge } from '../../engine/formatting/index.ts';
import type { EngineOptions, ToolsOptions } from '../commandOptions.ts';
import { ExitCode } from '../exitCode.ts';
import type { CommandContext } from '../commandContext.ts';
import { styleOf } from '../style.ts';
import { columnsOf, printJson, say, type Io } from '../terminal.ts';
import { silentMs } from '../waiting/waitLimit.ts';
import { wrapWords } from '../wrapWords.ts';
import { hasListed, listed, serverListText, totalText, type ServerDescription } from './toolList.ts';

export async function tools(context: CommandContext, options: ToolsOptions): Promise<ExitCode> {
  const { io } = context;
  const { stdout } = io;
  const print = (text: string) => void stdout.write(`${text}\n`);
  const declarations = options.tokens ? context.workbench.declarations : undefined;
  const servers = new Map<string, Promise<ServerDescription>>();
  const list = (server: CatalogServer) => {
    const known = servers.get(server.name);
    if (known) return known;
    const made = listed(server, declarations);
    servers.set(server.name, made);
    if (!options.json)
      void made.then((it) => print(serverListText(it, columnsOf(stdout), styleOf(stdout), options.verbose)));
    return made;
  };
  // Servers are printed in the order of the configuration, but as they answer if some keep the user waiting.
  const early: CatalogServer[] = [];
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    for (const server of early) void list(server);
  }, silentMs);
  const onListed = (server: CatalogServer): void => {
    if (isLate) void list(server);
    else early.push(server);
  };
  const snapshot = await context.snapshot({ onListed });
  clearTimeout(timer);
  if (!options.json) for (const warning of snapshot.warnings) say(io, `code-mode: ${warning}`);
  const all: ServerDescription[] = [];
  for (const server of snapshot.servers) all.push(await list(server));
  if (options.json) {
    printJson(io, { servers: all, warnings: snapshot.warnings });
  } else if (all.length === 0) {
    say(io, noServers(options));
  } else {
    print(wrapWords(totalText(all), columnsOf(stdout)).join('\n'));
  }
  return all.some(hasListed) ? ExitCode.done : ExitCode.nothingFound;
}

function noServers({ servers }: EngineOptions): string {
  return servers.length > 0
    ? `code-mode: --server ${servers.join(' ')} matches no MCP server; list them with code-mode tools`
    : `code-mode: no MCP servers configured: add one to .vscode/mcp.json or .mcp.json, or name one, for instance:
  code-mode tools --stdio "npx -y @modelcontextprotocol/server-everything"`;
}

/** Writes warnings to stderr: the servers that failed, the names that collided, and the age of the tools. */
export function warnOf(snapshot: CatalogSnapshot, options: EngineOptions, io: Io): void {
  for (const warning of snapshot.warnings) say(io, `code-mode: ${warning}`);
  for (const { name, error, cachedAt } of snapshot.servers) {
    const used = cachedAt === undefined ? '' : ` (tools as of ${formatAge(cachedAt)})`;
    if (error !== undefined) say(io, `code-mode: ${name}: ${error}${used}`);
  }
  const oldest = Math.min(...snapshot.servers.map(({ cachedAt }) => cachedAt ?? Infinity));
  const age = oldest < Infinity ? formatAge(oldest) : 'just now';
  if (age !== 'just now') say(io, `code-mode: tools as of ${age}; --fresh asks the servers`);
  if (snapshot.servers.length === 0) say(io, noServers(options));
}
