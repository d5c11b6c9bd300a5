// The end of `executeCode`'s description: signatures of tools, as many as the budget takes, shared by the servers, and how many others
// `findTools` knows. Scripts over few servers then need no search.
import type { CatalogServer, CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { Declarations } from '../declarations/declarations.ts';
import { allocateBudget } from '../engine/find/allocateBudget.ts';

/** Tools of one server, and of all, that are compared by the length of their signatures. */
const mostOfServer = 50;
const mostTools = 500;
/** Servers whose tools are counted. */
const mostServers = 100;

/** `count` gives the tokens of a text. Empty without tools. */
export async function signaturesText(
  servers: readonly CatalogServer[],
  declarations: Pick<Declarations, 'tool'>,
  budget: number,
  count: (text: string) => Promise<number>,
): Promise<string> {
  const offering = servers.filter(({ tools }) => tools.length > 0);
  if (offering.length === 0) return '';
  const overview = countsText(offering);
  const tools = offering.flatMap(({ tools }) => tools.slice(0, mostOfServer)).slice(0, mostTools);
  const claims = await Promise.all(tools.map((tool) => claimOf(tool, declarations, count)));
  const left = budget - (await count(overview));
  const shown = allocateBudget(claims, { best: 0, most: claims.length, budget: left });
  return [overview, ...shown.map(({ text }) => text)].join('\n');
}

async function claimOf(tool: CatalogTool, declarations: Pick<Declarations, 'tool'>, count: (text: string) => Promise<number>) {
  const { signature, summary } = await declarations.tool(tool);
  const text = `${signature}${summary && ` // ${summary}`}`;
  return { server: tool.namespace, text, cost: await count(`${text}\n`) };
}

/** `Tools of geo (8), github (83). Some of them; findTools has the others:` */
function countsText(servers: readonly CatalogServer[]): string {
  const more = servers.length - mostServers;
  const counts = servers.slice(0, mostServers).map(({ namespace, tools }) => `${namespace} (${tools.length})`);
  return `Tools of ${counts.join(', ')}${more > 0 ? ` and ${more} more servers` : ''}. findTools has those that are not listed here:`;
}
