// Finds tools by what they do. The index is made in the background, a little at a time, since the extension host has
// other things to do; it serves all snapshots of the same tools.
import { setImmediate } from 'node:timers/promises';
import { Actions, clash, type Kinds } from './actions.ts';
import type { CatalogServer, CatalogTool, SearchHit } from '../catalogSnapshot.ts';
import { withPhrases } from './queryPhrases.ts';
import { searchFields } from './searchFields.ts';
import { SearchIndex } from './searchIndex.ts';
import { termsOf } from './searchTerms.ts';
import type { UsageCounts } from './usageCounts.ts';

export interface SearchOptions {
  /** Only this server: its namespace or its raw name. */
  readonly server?: string;
  /** How many tools at most; all unless told. */
  readonly limit?: number;
}

const MOST_QUERY = 300;
/** Letters of a server's name by which people may call it. */
const SHORTEST_NICKNAME = 4;
/** Characters of a description in which a deprecation would stand. */
const MOST_SEEN = 200;
/** How long one slice of building may hold the event loop, in milliseconds. */
const SLICE_MS = 5;
/** What a tool that was used before gains over its like: a tenth for each doubling of its calls, up to this. */
const USED = { doubling: 0.1, most: 0.25 };
/** A tool that does another kind of thing than is wanted, one that its server calls deprecated, one of a server that is named. */
const FACTOR = { otherAction: 0.8, deprecated: 0.8, namedServer: 1.5 };

/** What a server says of itself counts for all its tools, but little: as a factor, and alone only where nothing else is found. */
const INSTRUCTIONS = { longest: 2_000, usualLength: 100, factor: 0.15, alone: 0.1 };

/** All that is made of the tools before the first query. */
interface Prepared {
  readonly index: SearchIndex;
  /** The servers' names in terms. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly actions: Actions;
  /** Over the servers' instructions, one document each, in the order of the servers. */
  readonly instructions: SearchIndex;
  /** What each tool does. */
  readonly kinds: readonly Kinds[];
  /** How far each is to be recommended at all. */
  readonly worths: readonly number[];
}

export class ToolSearch {
  readonly #servers: readonly CatalogServer[];
  readonly #tools: readonly CatalogTool[];
  readonly #usage: UsageCounts;
  #prepared: Promise<Prepared> | undefined;

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

  /** Makes the index if nobody has yet; settles when it is there, never rejects. */
  async ready(): Promise<void> {
    await this.#prepare();
  }

  /** Tools, best first; a query without a word gives all in order, each with score 0. */
  async find(query: string, { server, limit = Number.POSITIVE_INFINITY }: SearchOptions = {}): Promise<readonly SearchHit[]> {
    const wanted = (tool: CatalogTool) => server === undefined || tool.namespace === server || tool.server === server;
    const words = withPhrases(query.slice(0, MOST_QUERY));
    const hits = /[\p{L}\p{N}]/u.test(words)
      ? await this.#scored(words, wanted)
      : this.#tools.filter(wanted).map((tool) => ({ tool, score: 0 }));
    return bestOf(hits, Math.max(0, limit));
  }

  async #scored(query: string, wanted: (tool: CatalogTool) => boolean): Promise<readonly SearchHit[]> {
    const { index, names, instructions, actions, kinds, worths } = await this.#prepare();
    const action = actions.wantedBy(query);
    const named = namedIn(query, names);
    const told = toldShares(this.#servers, instructions.scores(query));
    const hits: SearchHit[] = [];
    for (const [document, score] of index.scores(query).entries()) {
      const tool = this.#tools[document];
      if (!tool || !wanted(tool)) continue;
      const share = told.get(tool.server) ?? 0;
      if (score === 0 && share === 0) continue;
      const base = score === 0 ? INSTRUCTIONS.alone * share : score * (1 + INSTRUCTIONS.factor * share);
      const agrees = clash(action, kinds[document] ?? 0) ? FACTOR.otherAction : 1;
      const isMeant = named.has(tool.server) ? FACTOR.namedServer : 1;
      hits.push({ tool, score: base * agrees * isMeant * (worths[document] ?? 1) * this.#usefulness(tool) });
    }
    return hits;
  }

  #usefulness(tool: CatalogTool): number {
    return 1 + Math.min(USED.doubling * Math.log2(1 + this.#usage.callsOf(tool.server, tool.name)), USED.most);
  }

  #prepare(): Promise<Prepared> {
    return (this.#prepared ??= this.#build());
  }

  async #build(): Promise<Prepared> {
    const index = new SearchIndex();
    const actions = new Actions();
    const kinds: Kinds[] = [];
    const worths: number[] = [];
    let sliceEnds = performance.now() + SLICE_MS;
    for (const tool of this.#tools) {
      index.add(searchFields(tool));
      kinds.push(actions.doneBy(tool));
      worths.push(/\bdeprecated\b/i.test(tool.description.slice(0, MOST_SEEN)) ? FACTOR.deprecated : 1);
      if (performance.now() < sliceEnds) continue;
      await setImmediate();
      sliceEnds = performance.now() + SLICE_MS;
    }
    const names = new Map(this.#servers.map(({ name }) => [name, termsOf(name)]));
    const instructions = new SearchIndex();
    for (const { instructions: text = '' } of this.#servers) {
      instructions.add([{ text: text.slice(0, INSTRUCTIONS.longest), weight: 1, usualLength: INSTRUCTIONS.usualLength }]);
    }
    return { index, names, instructions, actions, kinds, worths };
  }
}

/** From 0 to 1, how much a server's instructions are about a request, beside the one whose are most about it. */
function toldShares(servers: readonly CatalogServer[], scores: Float64Array): ReadonlyMap<string, number> {
  const most = scores.reduce((a, b) => Math.max(a, b), 0);
  return new Map(servers.map(({ name }, index) => [name, most === 0 ? 0 : (scores[index] ?? 0) / most]));
}

/** The servers that a request names, by their whole name or nearly so: `mongo` for `mongodb`. */
function namedIn(query: string, names: Prepared['names']): ReadonlySet<string> {
  const asked = termsOf(query);
  const isAsked = (term: string) => asked.some((word) => word === term || (word.length >= SHORTEST_NICKNAME && term.startsWith(word)));
  return new Set([...names].filter(([, terms]) => terms.length > 0 && terms.every(isAsked)).map(([name]) => name));
}

/** Best first, equals in their order. Few of many are picked out without sorting all: a query may hit thousands. */
function bestOf(hits: readonly SearchHit[], limit: number): readonly SearchHit[] {
  if (hits.length <= limit * 4) return [...hits].sort((a, b) => b.score - a.score).slice(0, limit);
  const best: SearchHit[] = [];
  for (const hit of hits) {
    if (best.length >= limit && hit.score <= (best.at(-1)?.score ?? 0)) continue;
    const place = best.findLastIndex(({ score }) => score >= hit.score) + 1;
    best.splice(place, 0, hit);
    if (best.length > limit) best.pop();
  }
  return best;
}
