// Finds tools by what they do. The index is made in the background, a little at a time, since the extension host has
// other things to do; it serves all snapshots of the same tools.
import { setImmediate } from 'node:timers/promises';
import type { CatalogServer, CatalogTool, SearchHit } from './catalogSnapshot.ts';
import { searchFields } from './searchFields.ts';
import { SearchIndex } from './searchIndex.ts';
import type { UsageCounts } from './usageCounts.ts';

export interface SearchOptions {
  /** Only this server: its namespace or its raw name. */
  readonly server?: string;
  /** How many tools at most; all unless told. */
  readonly limit?: number;
}

const MOST_QUERY = 300;
/** How long one slice of building may hold the event loop, in milliseconds. */
const SLICE_MS = 8;
/** What a tool that was used before gains over its like: a tenth for each doubling of its calls, up to this. */
const USED = { doubling: 0.1, most: 0.4 };

export class ToolSearch {
  readonly #servers: readonly CatalogServer[];
  readonly #tools: readonly CatalogTool[];
  readonly #usage: UsageCounts;
  #index: Promise<SearchIndex> | undefined;

  constructor(servers: readonly CatalogServer[], usage: UsageCounts) {
    this.#servers = servers;
    this.#tools = servers.flatMap((server) => server.tools);
    this.#usage = usage;
  }

  /** Whether these servers have the very tools that are searched here. */
  isOver(servers: readonly CatalogServer[]): boolean {
    const lists = (all: readonly CatalogServer[]) => all.map(({ tools }) => tools).filter((tools) => tools.length > 0);
    const [here, there] = [lists(this.#servers), lists(servers)];
    return here.length === there.length && here.every((tools, index) => tools === there[index]);
  }

  /** Builds the index if nobody has yet; settles when it is ready, never rejects. */
  async ready(): Promise<void> {
    await (this.#index ??= this.#build());
  }

  /** Tools, best first; a query without a word gives all in order, each with score 0. */
  async find(query: string, options: SearchOptions = {}): Promise<readonly SearchHit[]> {
    const { server, limit = Number.POSITIVE_INFINITY } = options;
    const wanted = (tool: CatalogTool) => server === undefined || tool.namespace === server || tool.server === server;
    const words = query.slice(0, MOST_QUERY);
    const hits = /[\p{L}\p{N}]/u.test(words) ? await this.#ranked(words) : this.#tools.map((tool) => ({ tool, score: 0 }));
    return hits.filter(({ tool }) => wanted(tool)).slice(0, Math.max(0, limit));
  }

  async #ranked(query: string): Promise<readonly SearchHit[]> {
    const index = await (this.#index ??= this.#build());
    const hits = index.search(query).flatMap(({ document, score }) => {
      const tool = this.#tools[document];
      return tool ? [{ tool, score: score * this.#usefulness(tool) }] : [];
    });
    return hits.sort((a, b) => b.score - a.score);
  }

  #usefulness(tool: CatalogTool): number {
    const calls = this.#usage.callsOf(tool.server, tool.name);
    return 1 + Math.min(USED.doubling * Math.log2(1 + calls), USED.most);
  }

  async #build(): Promise<SearchIndex> {
    const index = new SearchIndex();
    let sliceEnds = performance.now() + SLICE_MS;
    for (const server of this.#servers) {
      for (const tool of server.tools) {
        index.add(searchFields(tool));
        if (performance.now() < sliceEnds) continue;
        await setImmediate();
        sliceEnds = performance.now() + SLICE_MS;
      }
    }
    return index;
  }
}
