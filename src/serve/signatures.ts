// Writes the tools at the end of the description of `executeCode`. If all signatures fit into the budget, the text has
// all of them, and scripts need no search. Otherwise the text names the tools by server, and adds arguments to the
// tools that a script is likely to call.
import type { CatalogServer, CatalogTool } from '../catalog/index.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { Declarations } from '../declarations/index.ts';
import { briefArguments } from '../engine/find/index.ts';
import { likelyTools } from './likelihood.ts';

/** Maximum numbers of likely tools and of tools of one server that are considered. */
const mostOfServer = 100;
const mostTools = 1_000;
/** Maximum number of servers whose tools are named. */
const mostServers = 100;

export interface SignatureParts {
  readonly declarations: { tool(tool: CatalogTool): ReturnType<Declarations['tool']> };
  /** Maximum length of the text, in tokens. */
  readonly budget: number;
  readonly countTokens: (text: string) => Promise<number>;
  /** Returns the number of earlier calls of the tool in this workspace. */
  readonly callsOf: (tool: CatalogTool) => number;
}

/** Writes the text; empty if there are no tools. */
export async function signaturesText(
  servers: readonly CatalogServer[],
  parts: SignatureParts,
): Promise<string> {
  const offering = servers.filter(({ tools }) => tools.length > 0);
  if (offering.length === 0) return '';
  return (await wholeText(offering, parts)) ?? (await namesText(offering, parts));
}

/** Writes all signatures; undefined if they do not fit into the budget. */
async function wholeText(
  servers: readonly CatalogServer[],
  { declarations, budget, countTokens }: SignatureParts,
): Promise<string | undefined> {
  const tools = servers.flatMap((server) => server.tools);
  // A signature takes at least ten tokens.
  if (tools.length * 10 > budget) return undefined;
  const slice = new TimeSlice();
  const lines = ['Tools:'];
  let left = budget - (await countTokens('Tools:\n'));
  for (const tool of tools) {
    const { signature, summary } = await declarations.tool(tool);
    const line = `${signature}${summary && ` // ${summary}`}`;
    // The lines are counted one by one because a server may send very long signatures. No token spans the end of a
    // line.
    left -= await countTokens(`${line}\n`);
    if (left < 0) return undefined;
    lines.push(line);
    await slice.yieldIfOver();
  }
  return lines.join('\n');
}

interface NamedServer {
  readonly server: CatalogServer;
  /** The tools in order: the most likely first, tools that delete last. */
  readonly tools: readonly CatalogTool[];
  /** Number of the first `tools` that a script is likely to call. */
  readonly likely: number;
  /** The names of the first tools, as the line of the server shows them. */
  readonly shown: string[];
  /** Number of the first names in `shown` that include their arguments. */
  withArguments: number;
}

async function namesText(
  all: readonly CatalogServer[],
  { budget, countTokens, callsOf }: SignatureParts,
): Promise<string> {
  const slice = new TimeSlice();
  const servers: NamedServer[] = [];
  let room = budget - (await countTokens(`${headOf(all.length)}\n`));
  for (const server of all.slice(0, mostServers)) {
    const tokens = await countTokens(`${server.namespace} (${server.tools.length})\n`);
    if (tokens > room) break;
    room -= tokens;
    servers.push({ server, ...(await likelyFirst(server, callsOf, slice)), shown: [], withArguments: 0 });
  }
  for (const next of [nextName, nextArguments])
    room = await giveInTurn(servers, next, room, { countTokens, slice });
  return [headOf(all.length - servers.length), ...servers.map(lineOf)].join('\n');
}

function headOf(unnamedServers: number): string {
  const others = unnamedServers > 0 ? ` of these and ${unnamedServers} more servers` : '';
  return `Tools by server, as tools.<server>.<tool>; findTools has signatures and what is not named${others}:`;
}

/**
 * An addition to a server's line. Neither text begins or ends within a token: the preceding text ends with a word or
 * punctuation, and both texts begin with a colon or a space.
 */
interface Addition {
  readonly text: string;
  /** The text that the addition replaces. */
  readonly replaced?: string;
  readonly add: () => void;
}

function nextName({ server, tools, shown }: NamedServer): Addition | undefined {
  const tool = tools[shown.length];
  if (!tool) return undefined;
  const left = leftText(server.tools.length - shown.length - 1);
  const [isFirst, isLast] = [shown.length === 0, left === ''];
  return {
    text: isFirst ? `: ${tool.method},${left}` : ` ${tool.method},`,
    ...(isLast && !isFirst && { replaced: leftText(1) }),
    add: () => void shown.push(tool.method),
  };
}

function nextArguments(one: NamedServer): Addition | undefined {
  const { tools, shown, likely, withArguments } = one;
  const tool = withArguments < Math.min(shown.length, likely) ? tools[withArguments] : undefined;
  if (!tool) return undefined;
  const call = `${tool.method}${briefArguments(tool)}`;
  return {
    text: ` ${call},`,
    replaced: ` ${tool.method},`,
    add: () => {
      shown[withArguments] = call;
      one.withArguments += 1;
    },
  };
}

/** Gives each server in turn its next addition while there is room, in tokens. Resolves with the room that is left. */
async function giveInTurn(
  servers: readonly NamedServer[],
  next: (server: NamedServer) => Addition | undefined,
  room: number,
  { countTokens, slice }: Pick<SignatureParts, 'countTokens'> & { readonly slice: TimeSlice },
): Promise<number> {
  let [left, open] = [room, servers];
  while (open.length > 0) {
    const further: NamedServer[] = [];
    for (const server of open) {
      if (slice.isOver) await slice.yieldIfOver();
      const addition = next(server);
      if (!addition) continue;
      const { text, replaced, add } = addition;
      const tokens = (await countTokens(text)) - (replaced === undefined ? 0 : await countTokens(replaced));
      if (tokens > left) continue;
      left -= tokens;
      add();
      further.push(server);
    }
    open = further;
  }
  return left;
}

async function likelyFirst(
  server: CatalogServer,
  callsOf: (tool: CatalogTool) => number,
  slice: TimeSlice,
): Promise<Pick<NamedServer, 'tools' | 'likely'>> {
  const looked = { ...server, tools: server.tools.slice(0, mostTools) };
  const likely = (await likelyTools(looked, callsOf, slice)).slice(0, mostOfServer);
  const known = new Set(likely);
  return { tools: [...likely, ...looked.tools.filter((tool) => !known.has(tool))], likely: likely.length };
}

/**
 * Formats a server's line, for example `github (26): listIssues({ owner, repo, state? }), getIssue, … 24 more`, or
 * `github (26)` if no tool is named.
 */
function lineOf({ server, shown }: NamedServer): string {
  const names = shown.length === 0 ? '' : `: ${shown.join(', ')}`;
  const left = names === '' ? '' : leftText(server.tools.length - shown.length);
  return `${server.namespace} (${server.tools.length})${names}${left === '' ? '' : `,${left}`}`;
}

/** Formats the number of unnamed tools; empty if the number is 0. */
function leftText(left: number): string {
  return left > 0 ? ` … ${left} more` : '';
}
