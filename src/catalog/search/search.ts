// Finds tools by what they do. The index is built in the background in small steps, since the extension host has other
// work, and serves all snapshots of the same tools.
import { Actions, actionMatch, type Action } from './actions.ts';
import type { CatalogServer, CatalogTool, NeedHits, SearchHit, SearchOptions } from '../catalogSnapshot.ts';
import { namedServers, serverNames } from './namedServers.ts';
import { splitQuery } from './splitQuery.ts';
import { parseQuery, type ParsedQuery } from './parseQuery.ts';
import { searchFields } from './searchFields.ts';
import { SearchIndex, type Field } from './searchIndex.ts';
import { termsOf } from './searchTerms.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { Synonyms } from './synonyms.ts';
import { productWords } from './thesaurus.ts';
import {
  ownDescription,
  parseToolName,
  sharedNamePrefix,
  sharedOpening,
  type IndexedName,
} from './toolTexts.ts';
import type { UsageCounts } from './usageCounts.ts';

const MOST_QUERY = 500;
/** Maximum number of characters of a description in which the word "deprecated" is searched. */
const MOST_SEEN = 200;
/** Gain of a tool that was used before: a tenth for each doubling of its calls, up to `most`. */
const USED = { doubling: 0.1, most: 0.25 };
const FACTOR = {
  deprecated: 0.7,
  opposite: 0.5,
  otherObject: 0.5,
  batch: 0.85,
  special: 0.8,
  otherNumber: 0.93,
};
/** Minimum share of the best score; a tool with less is not a hit. */
const LEAST_SHARE = 0.05;
/** Factor for the score of a tool if the request contains no word of its name. */
const LEAST_NAME = 0.7;

/** Weight of the texts of a server for each of its tools. */
const OF_SERVER = 0.3;
/** Parts of the texts of a server that are read. */
const READ = { instructions: 2_000, tools: 40, description: 60 };
/** Usual number of terms in the instructions of a server, and in the beginnings of its tools' texts. */
const USUAL_LENGTH = 100;

/** Properties of a tool that search derives before the first query. */
interface ToolTraits {
  readonly name: IndexedName;
  readonly doing: Action;
  /** Factor for the quality of the tool itself, such as a lower one for a deprecated tool. */
  readonly worth: number;
}

export class ToolSearch {
  readonly #servers: readonly CatalogServer[];
  readonly #tools: readonly CatalogTool[];
  readonly #usage: UsageCounts;
  #prepared: ReturnType<typeof buildIndexes> | undefined;

  constructor(servers: readonly CatalogServer[], usage: UsageCounts) {
    this.#servers = servers;
    this.#tools = servers.flatMap((server) => server.tools);
    this.#usage = usage;
  }

  /** True if these servers have exactly the tools of this search. */
  covers(servers: readonly CatalogServer[]): boolean {
    const lists = (all: readonly CatalogServer[]) =>
      all.map(({ tools }) => tools).filter((tools) => tools.length > 0);
    const [here, there] = [lists(this.#servers), lists(servers)];
    return here.length === there.length && here.every((tools, index) => tools === there[index]);
  }

  /** Builds the indexes once. Never rejects. */
  ready() {
    return (this.#prepared ??= buildIndexes(this.#servers));
  }

  /** Returns tools, best first, the needs in turn. A query without words returns all tools, each with score 0. */
  async find(query: string, options: SearchOptions = {}): Promise<readonly SearchHit[]> {
    const hits = inTurn(await this.findNeeds(query, options));
    return hits.slice(0, Math.max(0, options.limit ?? Infinity));
  }

  /** Returns the hits of each need of the query, in the order of the needs. */
  async findNeeds(
    query: string,
    { server, limit = Infinity }: SearchOptions = {},
  ): Promise<readonly NeedHits[]> {
    const wanted = (tool: CatalogTool | undefined) =>
      tool !== undefined && (server === undefined || tool.namespace === server || tool.server === server);
    const text = query.slice(0, MOST_QUERY);
    if (!/[\p{L}\p{N}]/u.test(text)) {
      const all = this.#tools.filter(wanted).map((tool) => ({ tool, score: 0 }));
      return [{ need: text, hits: all.slice(0, Math.max(0, limit)) }];
    }
    const { actions } = await this.ready();
    const needs: NeedHits[] = [];
    for (const need of splitQuery(text, actions)) {
      const best = topHits(await this.#scored(need, wanted), Math.max(0, limit));
      needs.push({ need, hits: relativeToBest(best) });
    }
    return needs;
  }

  async #scored(
    query: string,
    wanted: (tool: CatalogTool | undefined) => boolean,
  ): Promise<readonly SearchHit[]> {
    const { index, ofServers, names, actions, priors, synonyms } = await this.ready();
    const request = parseQuery(query, actions);
    const isOrdinary = (term: string) => synonyms.has(term) || actions.isVerb(term);
    const named = namedServers(query, names, isOrdinary);
    const shares = relativeScores(this.#servers, (await ofServers.matches(request.words)).scores);
    const { scores, names: nameShares, objects } = await index.matches(request.words);
    const ofWanted = scores.map((score, document) => (wanted(this.#tools[document]) ? score : 0));
    const best = highest(ofWanted);
    const hits: SearchHit[] = [];
    for (const [document, score] of scores.entries()) {
      if (score < LEAST_SHARE * best) continue;
      const tool = this.#tools[document];
      const prior = priors[document];
      if (!tool || !prior || !wanted(tool)) continue;
      const share = shares.get(tool.server) ?? 0;
      // If no tool matches, the texts of the servers alone decide.
      const base = best === 0 ? share : score * (1 + OF_SERVER * share);
      if (base === 0) continue;
      const name = LEAST_NAME + (1 - LEAST_NAME) * (nameShares[document] ?? 0);
      const object = objects[document] === 1 ? 1 : FACTOR.otherObject;
      const fit = fitOf(request, prior) * (named.get(tool.server) ?? 1) * name * object;
      hits.push({ tool, score: base * fit * prior.worth * this.#usefulness(tool) });
    }
    return hits;
  }

  #usefulness(tool: CatalogTool): number {
    return (
      1 + Math.min(USED.doubling * Math.log2(1 + this.#usage.callsOf(tool.server, tool.name)), USED.most)
    );
  }
}

/** Builds the indexes in time slices. */
async function buildIndexes(servers: readonly CatalogServer[]) {
  const synonyms = new Synonyms();
  const index = new SearchIndex(synonyms);
  const actions = new Actions();
  /** Index over the texts of the servers, one document per server, in the order of the servers. */
  const ofServers = new SearchIndex(synonyms);
  const priors: ToolTraits[] = [];
  const products = productWords();
  const slice = new TimeSlice();
  for (const server of servers) {
    const shared = sharedNamePrefix(server);
    const opening = sharedOpening(server);
    const serverWords = termsOf(server.name)
      .map((word) => products.get(word) ?? '')
      .join(' ');
    ofServers.add(serverFields(server));
    for (const tool of server.tools) {
      const name = parseToolName(tool, shared, (term) => actions.isVerb(term));
      const description = ownDescription(tool.description, opening);
      index.add(searchFields(tool, { ownName: name.words.join(' '), description, serverWords }), name.shares);
      const worth = /\bdeprecated\b/i.test(description.slice(0, MOST_SEEN)) ? FACTOR.deprecated : 1;
      priors.push({ name, doing: actions.performedBy({ ...tool, description }, name.words), worth });
      if (slice.isOver) await slice.yieldIfOver();
    }
  }
  const names = serverNames(servers.map(({ name }) => name));
  return { index, ofServers, synonyms, names, actions, priors };
}

/** Returns a factor for the action of a tool, independent of its subject. */
function fitOf(
  { wanted, terms, opposites, isBatch, isMany }: ParsedQuery,
  { name, doing }: ToolTraits,
): number {
  const undoes = name.terms.some((term) => opposites.has(term)) ? FACTOR.opposite : 1;
  const batch = name.isBatch === isBatch ? 1 : FACTOR.batch;
  const special = name.qualifiers.some((term) => !terms.has(term)) ? FACTOR.special : 1;
  const number =
    isMany !== undefined && (doing.kinds & 1) !== 0 && name.isMany !== isMany ? FACTOR.otherNumber : 1;
  return actionMatch(wanted, doing) * undoes * batch * special * number;
}

/** Returns the beginnings of the texts of a server's first tools, which tell its subject, and its instructions. */
function serverFields({ tools, instructions = '' }: CatalogServer): readonly Field[] {
  const beginnings = tools
    .slice(0, READ.tools)
    .map(({ name, description }) => `${name} ${description.slice(0, READ.description)}`);
  return [
    { text: beginnings.join(' '), weight: 1, usualLength: USUAL_LENGTH },
    { text: instructions.slice(0, READ.instructions), weight: 0.5, usualLength: USUAL_LENGTH },
  ];
}

/** Returns how well each server matches a request, from 0 to 1, relative to the server that matches best. */
function relativeScores(
  servers: readonly CatalogServer[],
  scores: Float64Array,
): ReadonlyMap<string, number> {
  const most = highest(scores);
  return new Map(servers.map(({ name }, index) => [name, most === 0 ? 0 : (scores[index] ?? 0) / most]));
}

function highest(scores: Float64Array): number {
  return scores.reduce((a, b) => Math.max(a, b), 0);
}

/** Divides scores by the best score. */
function relativeToBest(hits: readonly SearchHit[]): readonly SearchHit[] {
  const best = hits[0]?.score ?? 0;
  return best === 0 ? hits : hits.map(({ tool, score }) => ({ tool, score: score / best }));
}

/** Merges the hits of needs: the first of each need, then the second of each, and so on; every tool once. */
export function inTurn(needs: readonly NeedHits[]): readonly SearchHit[] {
  const found = new Map<CatalogTool, SearchHit>();
  const longest = needs.reduce((most, { hits }) => Math.max(most, hits.length), 0);
  for (let place = 0; place < longest; place += 1) {
    for (const { hits } of needs) {
      const hit = hits[place];
      if (hit && !found.has(hit.tool)) found.set(hit.tool, hit);
    }
  }
  return [...found.values()];
}

/**
 * Returns the best hits in order, equal scores in their given order. A few of many hits are selected without sorting
 * all of them, because a query may have thousands of hits.
 */
function topHits(hits: readonly SearchHit[], limit: number): readonly SearchHit[] {
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
