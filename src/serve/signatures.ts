// The end of `executeCode`'s description. Where all signatures fit into the budget they stand there, and scripts need no search. Else the names of
// all tools by server come first, and those that a script is likely to call have their arguments.
import type { CatalogServer, CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { Declarations } from '../declarations/declarations.ts';
import { briefArguments } from '../engine/find/briefCall.ts';
import { likelyTools } from './likelihood.ts';

/** Likely tools of one server, and tools of it at all. */
const mostOfServer = 100;
const mostTools = 1_000;
/** Servers whose tools are named. */
const mostServers = 100;

export interface SignatureParts {
  readonly declarations: { tool(tool: CatalogTool): ReturnType<Declarations['tool']> };
  /** In tokens. */
  readonly budget: number;
  readonly countTokens: (text: string) => Promise<number>;
  /** How often the tool was called in this workspace. */
  readonly callsOf: (tool: CatalogTool) => number;
}

/** Empty without tools. */
export async function signaturesText(servers: readonly CatalogServer[], parts: SignatureParts): Promise<string> {
  const offering = servers.filter(({ tools }) => tools.length > 0);
  if (offering.length === 0) return '';
  return (await wholeText(offering, parts)) ?? (await namesText(offering, parts));
}

/** Undefined where it does not fit. */
async function wholeText(
  servers: readonly CatalogServer[],
  { declarations, budget, countTokens }: SignatureParts,
): Promise<string | undefined> {
  const tools = servers.flatMap((server) => server.tools);
  // A signature takes ten tokens or more.
  if (tools.length * 10 > budget) return undefined;
  const lines = ['Tools:'];
  for (const tool of tools) {
    const { signature, summary } = await declarations.tool(tool);
    lines.push(`${signature}${summary && ` // ${summary}`}`);
  }
  const text = lines.join('\n');
  return (await countTokens(text)) <= budget ? text : undefined;
}

interface NamedServer {
  readonly server: CatalogServer;
  /** The likeliest first, those that delete last. */
  readonly tools: readonly CatalogTool[];
  /** How many a script is likely to call. */
  readonly likely: number;
  /** How many of the first have their arguments, and how many are named at all. */
  withArguments: number;
  named: number;
}

async function namesText(all: readonly CatalogServer[], { budget, countTokens, callsOf }: SignatureParts): Promise<string> {
  const servers = all
    .slice(0, mostServers)
    .map((server): NamedServer => ({ server, ...likelyFirst(server, callsOf), withArguments: 0, named: 0 }));
  const more = all.length - servers.length;
  const others = more > 0 ? ` of these and ${more} more servers` : '';
  const head = `Tools by server, as tools.<server>.<tool>; findTools has signatures and what is not named${others}:`;
  const text = () => [head, ...servers.map(lineOf)].join('\n');
  for (const next of [nextName, nextArguments]) {
    // Words have more tokens apart than together: the room that this leaves is given, too.
    while (await giveInTurn(servers, next, budget - (await countTokens(text())), countTokens));
  }
  return text();
}

interface Addition {
  readonly text: string;
  readonly add: () => void;
}

function nextName(one: NamedServer): Addition | undefined {
  const tool = one.tools[one.named];
  return tool && { text: `${tool.method}, `, add: () => (one.named += 1) };
}

function nextArguments(one: NamedServer): Addition | undefined {
  const tool = one.withArguments < Math.min(one.named, one.likely) ? one.tools[one.withArguments] : undefined;
  return tool && { text: briefArguments(tool), add: () => (one.withArguments += 1) };
}

/** Gives each server in turn its next, as long as there is room, in tokens. Resolves with whether any was given. */
async function giveInTurn(
  servers: readonly NamedServer[],
  next: (server: NamedServer) => Addition | undefined,
  room: number,
  countTokens: SignatureParts['countTokens'],
): Promise<boolean> {
  let [left, wasGiven, open] = [room, false, servers];
  while (open.length > 0) {
    const further: NamedServer[] = [];
    for (const server of open) {
      const addition = next(server);
      const tokens = addition ? await countTokens(addition.text) : Infinity;
      if (!addition || tokens > left) continue;
      left -= tokens;
      wasGiven = true;
      addition.add();
      further.push(server);
    }
    open = further;
  }
  return wasGiven;
}

function likelyFirst(server: CatalogServer, callsOf: (tool: CatalogTool) => number): Pick<NamedServer, 'tools' | 'likely'> {
  const looked = { ...server, tools: server.tools.slice(0, mostTools) };
  const likely = likelyTools(looked, callsOf).slice(0, mostOfServer);
  const known = new Set(likely);
  return { tools: [...likely, ...looked.tools.filter((tool) => !known.has(tool))], likely: likely.length };
}

/** `github (26): listIssues({ owner, repo, state? }), getIssue, … 24 more` */
function lineOf({ server, tools, withArguments, named }: NamedServer): string {
  const shown = tools.slice(0, named).map((tool, place) => `${tool.method}${place < withArguments ? briefArguments(tool) : ''}`);
  const left = server.tools.length - shown.length;
  return `${server.namespace} (${server.tools.length}): ${[...shown, ...(left > 0 ? [`… ${left} more`] : [])].join(', ')}`;
}
