// What the tools of a client's servers cost in each of its requests: counted where their lists are known, said to be unknown where not.
import { definitionText } from '../catalog/definitionTokens.ts';
import type { ToolSource } from '../catalog/toolSource.ts';

export interface ToolCosts {
  /** Of the servers whose tools are known. */
  readonly tools: number;
  readonly tokens: number;
  /** Names of the others. */
  readonly unknown: readonly string[];
}

type Listing = Pick<ToolSource, 'servers' | 'listTools'> & Required<Pick<ToolSource, 'knownTools'>>;

/** `asks`: whether servers whose tools are not known are started and asked. */
export async function toolCosts(
  source: Listing,
  { asks, signal, count }: { readonly asks: boolean; readonly signal: AbortSignal; readonly count: (text: string) => Promise<number> },
): Promise<ToolCosts> {
  const costs = { tools: 0, tokens: 0 };
  const unknown: string[] = [];
  const names = (await source.servers()).map(({ name }) => name);
  const listings = await Promise.all(names.map((name) => (asks ? source.listTools(name, { signal }) : source.knownTools(name))));
  for (const [index, listing] of listings.entries()) {
    if (!listing?.ok) {
      unknown.push(names[index] ?? '');
      continue;
    }
    costs.tools += listing.tools.length;
    for (const { name, description = '', inputSchema } of listing.tools) {
      costs.tokens += await count(definitionText({ name, description, inputSchema }));
    }
  }
  return { ...costs, unknown };
}
