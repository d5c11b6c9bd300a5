// Finds tools by what they do. The index is made when somebody first searches, and serves all snapshots of the same tools.
import MiniSearch, { type SearchResult } from 'minisearch';
import type { CatalogServer, CatalogTool, SearchHit } from './catalogSnapshot.ts';
import { wordsOf } from './names.ts';

export interface SearchOptions {
  /** Only this server: its namespace or its raw name. */
  readonly server?: string;
  /** How many tools at most; all unless told. */
  readonly limit?: number;
}

/** What counts in a match: a tool's name above all; what the whole server is about, least. */
const BOOSTS = { name: 6, title: 3, server: 3, description: 2, arguments: 1.5, instructions: 0.3 };

const STOP_WORDS = new Set('a an and as at be by for from i in into is it me my of on or that the this to up use using with'.split(' '));
/** Characters that count: what a text is about stands at its beginning, and every tool repeats its server's instructions. */
const MOST_INDEXED = 1_500;
const MOST_INSTRUCTIONS = 500;
const MOST_QUERY = 300;
const DEEPEST_ARGUMENT = 4;

interface Document {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly server: string;
  readonly description: string;
  readonly arguments: string;
  readonly instructions: string;
}

export class ToolSearch {
  readonly #servers: readonly CatalogServer[];
  #index: { readonly tools: readonly CatalogTool[]; readonly search: MiniSearch<Document> } | undefined;

  constructor(servers: readonly CatalogServer[]) {
    this.#servers = servers;
  }

  /** Whether these servers have the very tools that are searched here. */
  isOver(servers: readonly CatalogServer[]): boolean {
    const lists = (all: readonly CatalogServer[]) => all.map(({ tools }) => tools).filter((tools) => tools.length > 0);
    const [here, there] = [lists(this.#servers), lists(servers)];
    return here.length === there.length && here.every((tools, index) => tools === there[index]);
  }

  /** Tools, best first; a query without a word gives all in order, each with score 0. */
  find(query: string, options: SearchOptions = {}): readonly SearchHit[] {
    const { server, limit = Number.POSITIVE_INFINITY } = options;
    const wanted = (tool: CatalogTool) => server === undefined || tool.namespace === server || tool.server === server;
    const words = query.slice(0, MOST_QUERY);
    const hits = termsOf(words).length === 0 ? this.#all() : this.#ranked(words);
    return hits.filter(({ tool }) => wanted(tool)).slice(0, Math.max(0, limit));
  }

  #all(): readonly SearchHit[] {
    return this.#servers.flatMap((server) => server.tools).map((tool) => ({ tool, score: 0 }));
  }

  #ranked(query: string): readonly SearchHit[] {
    this.#index ??= buildIndex(this.#servers);
    const { tools, search } = this.#index;
    return search.search(query).flatMap((result: SearchResult) => {
      const tool = tools[Number(result.id)];
      return tool ? [{ tool, score: result.score }] : [];
    });
  }
}

function buildIndex(servers: readonly CatalogServer[]) {
  const tools = servers.flatMap((server) => server.tools);
  const instructions = new Map(servers.map((server) => [server.namespace, server.instructions ?? '']));
  const search = new MiniSearch<Document>({
    fields: Object.keys(BOOSTS),
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: {
      boost: BOOSTS,
      // A short word is a prefix of too much, and one letter off is another word.
      prefix: (term) => term.length >= 3,
      fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.25 },
    },
  });
  search.addAll(
    tools.map((tool, id) => ({
      id,
      name: `${tool.name} ${tool.method}`,
      title: tool.title ?? '',
      server: `${tool.server} ${tool.namespace}`,
      description: tool.description.slice(0, MOST_INDEXED),
      arguments: argumentNames(tool.inputSchema).join(' ').slice(0, MOST_INDEXED),
      instructions: (instructions.get(tool.namespace) ?? '').slice(0, MOST_INSTRUCTIONS),
    })),
  );
  return { tools, search };
}

/** Lower-case words in the singular, also those inside names, without the ones that are in every sentence. */
function termsOf(text: string): string[] {
  const terms = wordsOf(text).map((word) => word.toLowerCase());
  return terms.filter((term) => !STOP_WORDS.has(term)).map((term) => term.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, ''));
}

function argumentNames(schema: unknown, depth = 0): string[] {
  if (typeof schema !== 'object' || schema === null || depth > DEEPEST_ARGUMENT) return [];
  const { properties, items }: { properties?: unknown; items?: unknown } = schema;
  const inside = typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
  return [...inside.flatMap(([name, property]) => [name, ...argumentNames(property, depth + 1)]), ...argumentNames(items, depth + 1)];
}
