// Counts the tokens that the tools of a client's servers add to each of its requests. Servers whose tools are not known
// are listed by name.
import { definitionText, type ToolSource } from '../catalog/index.ts';

export interface ToolCosts {
  /** Number of tools of the servers whose tools are known. */
  readonly tools: number;
  readonly tokens: number;
  /** Names of the servers whose tools are not known. */
  readonly unknown: readonly string[];
}

type Listing = Pick<ToolSource, 'servers' | 'listTools'> & Required<Pick<ToolSource, 'knownTools'>>;

/** Counts the costs. `asks` is true if servers with unknown tools are started and asked for them. */
export async function toolCosts(
  source: Listing,
  options: {
    readonly asks: boolean;
    readonly signal: AbortSignal;
    readonly count: (text: string) => Promise<number>;
  },
): Promise<ToolCosts> {
  const { asks, signal, count } = options;
  const costs = { tools: 0, tokens: 0 };
  const unknown: string[] = [];
  const names = (await source.servers()).map(({ name }) => name);
  const listings = await Promise.all(
    names.map((name) => (asks ? source.listTools(name, { signal }) : source.knownTools(name))),
  );
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
