// Finds and describes tools by what they do, for the tool `findTools`, for `codemode.search` and `codemode.describe` in
// a script, and for the terminal. One answer is enough to write a correct call.
import {
  featureMember,
  serverFeatures,
  inTurn,
  type CatalogSnapshot,
  type CatalogTool,
  type NeedHits,
  type SearchHit,
  type ToolLookup,
} from '../../catalog/index.ts';
import type { Declarations } from '../../declarations/index.ts';
import { briefCall } from './briefCall.ts';
import { explainLookup } from './explainLookup.ts';
import { describeFeatures } from './featureHits.ts';
import { allocateBudget } from './allocateBudget.ts';
import { findHits, isNamed } from './findHits.ts';
import type { InputValidator } from '../input/inputValidator.ts';
import { otherLines, otherTools } from './otherTools.ts';
import { describeServer, lostLine, overview } from './serverText.ts';

type Detail = 'names' | 'signatures' | 'full';

export interface FindRequest {
  /** Words that say what the tool should do. Without a query, the answer lists servers and names of their tools. */
  readonly query?: string;
  /** Name of the only server to search, in scripts or in the configuration. */
  readonly server?: string;
  readonly detail?: Detail;
  /** Maximum number of tools, at most 50; default 10. */
  readonly limit?: number;
  /** Maximum length of the answer, in characters; without it, the answer is as long as needed. */
  readonly characters?: number;
}

export interface FoundTool {
  readonly path: string;
  readonly signature: string;
  /** The value of `ToolDeclaration.summary`. */
  readonly summary: string;
  /** Score from 0 to 1; the best tool has 1. */
  readonly score: number;
  /** Names of the other tools of the same server; only in the first tool of each server. */
  readonly others?: readonly string[];
}

/** One hit as text, with its length. */
interface FoundLine {
  readonly server: string;
  readonly tool: CatalogTool;
  readonly text: string;
  readonly cost: number;
}

interface Description {
  /** True if the path names a tool, a server or a feature. */
  readonly found: boolean;
  readonly text: string;
}

interface DescribeOptions {
  /** True if nothing may be cut, whatever the length. */
  readonly whole?: boolean;
  /** Maximum length in characters before the declaration is cut; default 4,000. */
  readonly room?: number;
}

const DEFAULT_ROOM = 4_000;
/** Maximum length of a path, in characters; more than the longest names of a server and a tool together. */
const LONGEST_PATH = 1_100;
const DEFAULT_LIMIT = 10;
/** Maximum number of signatures in an answer for one need, and for each of several needs. */
const DEFAULT_SHOWN = { one: 12, each: 4 };
const MOST_FOUND = 50;
/** Maximum number of characters of a query that are read: scripts write any length, and a search reads no more. */
const LONGEST_QUERY = 500;
/** Maximum number of tools in the list of a whole server. */
const MOST_LISTED = 200;
const MOST_OTHERS = 1_000;
/** Length of an answer in tokens, counted as four characters each; `signatures` is for one need. */
const BUDGET = { names: 1_000, signatures: 520, full: 6_000, overview: 4_000, server: 6_000 };
/** Tokens that each further need adds to `signatures`. */
const BUDGET_OF_NEED = 150;
const CHARACTERS_PER_TOKEN = 4;
/** Minimum score, as a share of the best score, at which the other tools of the hit's server are named. */
const STRONG = 0.9;
/** Minimum share of the best score for a whole signature. Lower hits show names of arguments, if this is shorter. */
const BEST = 0.95;
/** Share of the answer that tools may use; the rest is for texts about servers. */
const SHARE_OF_ROOM = 0.75;
/** Share of that space that is reserved for names of other tools. */
const SHARE_OF_OTHERS = 0.15;

export class ToolFinder {
  readonly #declarations: Declarations;
  readonly #validator: InputValidator;

  constructor(declarations: Declarations, validator: InputValidator) {
    this.#declarations = declarations;
    this.#validator = validator;
  }

  /** Returns ranked tools, taking turns between several needs, and features of servers if the query asks for them. */
  async search(
    snapshot: CatalogSnapshot,
    asked: string,
    options: { readonly server?: string; readonly limit?: number } = {},
  ): Promise<readonly FoundTool[]> {
    const query = asked.slice(0, LONGEST_QUERY);
    const limit = bounded(options.limit ?? DEFAULT_LIMIT);
    const { needs, features, ranked } = await findHits(snapshot, { ...options, query, limit });
    const shown = inTurn(needs).slice(0, limit);
    const others = otherTools(snapshot, query, { shown: toolsOf(shown), strong: toolsOf(shown), ranked });
    const found = await Promise.all(
      shown.map(async (hit, place) => {
        const isFirst = shown.findIndex(({ tool }) => tool.namespace === hit.tool.namespace) === place;
        const rest = isFirst ? others.find(({ server }) => server === hit.tool.namespace) : undefined;
        return { ...(await this.#found(hit)), ...(rest && { others: rest.names.slice(0, MOST_OTHERS) }) };
      }),
    );
    return [...features.map((feature) => ({ ...feature, summary: '', score: 1 })), ...found];
  }

  /**
   * Returns the declaration of the tool at a path, and an example call if it says more than the types. Long comments
   * and unions are cut if the declaration is longer than `room` characters. For a path that names no tool, the text
   * gives the reason and similar names.
   */
  async describe(
    snapshot: CatalogSnapshot,
    path: string,
    options: DescribeOptions = {},
  ): Promise<Description> {
    const [server, ...names] = namesIn(path);
    const [name] = names;
    if (name === undefined) return describeServer(snapshot, server);
    const feature = serverFeatures.find((known) => name === featureMember(known));
    const lookup = feature ? snapshot.findFeature(server, feature) : findNamed(snapshot, server, names);
    if (lookup.kind === 'feature') return { found: true, text: describeFeatures(lookup.server) };
    if (lookup.kind !== 'tool') {
      const refusal = await explainLookup(lookup, server, name, snapshot, this.#declarations);
      return { found: false, text: `${refusal.message} ${refusal.hint}` };
    }
    return { found: true, text: await this.#describeTool(lookup.tool, options) };
  }

  /** Adds an example call to the declaration if it says more than the types. */
  async #describeTool(
    tool: CatalogTool,
    { whole = false, room = DEFAULT_ROOM }: DescribeOptions,
  ): Promise<string> {
    const { text, isCut, whole: all } = await this.#declarations.tool(tool);
    const example = await this.#validator.example(tool);
    const shown = whole || (isCut && all.length <= room) ? all : text;
    return example === undefined ? shown : `${shown}\n// For example:\n${example}`;
  }

  /** Returns the answer of `findTools` as text for a model: the best tools, then those of other servers that fit. */
  async findTools(snapshot: CatalogSnapshot, request: FindRequest): Promise<string> {
    const { server, detail = 'signatures' } = request;
    const query = (request.query ?? '').slice(0, LONGEST_QUERY);
    const lost = snapshot.servers.filter(
      (found) => found.error !== undefined && (server === undefined || isNamed(found, server)),
    );
    const unavailable = lost.map((found) => lostLine(found));
    if (server !== undefined && !snapshot.servers.some((found) => isNamed(found, server)))
      return describeServer(snapshot, server).text;
    const listing = query.trim() === '';
    if (listing && server === undefined) return overview(snapshot, budgetFor('overview', request));

    const limit =
      listing && request.limit === undefined ? MOST_LISTED : bounded(request.limit ?? DEFAULT_LIMIT);
    const { needs, features, ranked } = await findHits(snapshot, { query, limit, server });
    const found = needs.filter(({ hits }) => hits.length > 0);
    if (found.length + features.length === 0) {
      const advice = `No tool found for "${query}". Try other words, or list all servers with findTools({}).`;
      return [advice, ...unavailable].join('\n');
    }
    const kind = listing && detail === 'signatures' ? 'server' : detail;
    const budget = budgetFor(kind, request, kind === 'signatures' ? (found.length - 1) * BUDGET_OF_NEED : 0);
    const each = found.length > 1 ? DEFAULT_SHOWN.each : DEFAULT_SHOWN.one;
    const most =
      request.limit === undefined && kind === 'signatures'
        ? each
        : Math.ceil(limit / Math.max(1, found.length));
    const room = budget * (1 - SHARE_OF_OTHERS);
    const shown = await this.#shareOut(found, most, room, detail, snapshot);
    const texts =
      detail === 'full' ? await this.#inFull(shown, room, snapshot) : shown.map(({ text }) => text);
    const left = texts.reduce((rest, { length }) => rest - length, budget);
    const strong = found.flatMap(({ hits }) =>
      hits.filter(({ score }) => score >= STRONG).map(({ tool }) => tool),
    );
    const more = otherLines(otherTools(snapshot, query, { shown: toolsOf(shown), strong, ranked }), left);
    const missed = needs
      .filter(({ hits }) => hits.length === 0)
      .map(({ need }) => `No tool found for "${need}".`);
    return [...features.map(({ signature }) => signature), ...texts, ...missed, ...more, ...unavailable].join(
      '\n',
    );
  }

  /** Gives each need the same space, its best tools first. A tool is shown at the first need that it fits. */
  async #shareOut(
    needs: readonly NeedHits[],
    most: number,
    room: number,
    detail: Detail,
    snapshot: CatalogSnapshot,
  ): Promise<readonly FoundLine[]> {
    const shown: FoundLine[] = [];
    for (const { hits } of needs) {
      const open = hits.filter(({ tool }) => !shown.some((line) => line.tool === tool));
      const lines = await Promise.all(candidates(open, most).map((hit) => this.#line(hit, detail, snapshot)));
      shown.push(...allocateBudget(lines, { best: Math.ceil(most / 2), most, budget: room / needs.length }));
    }
    return shown;
  }

  /** Replaces shortened declarations by full ones, best tools first, as long as there is space. */
  async #inFull(
    shown: readonly FoundLine[],
    budget: number,
    snapshot: CatalogSnapshot,
  ): Promise<readonly string[]> {
    let room = shown.reduce((left, { cost }) => left - cost, budget);
    const texts: string[] = [];
    for (const { tool, text } of shown) {
      const whole = (await this.describe(snapshot, tool.path, { room: room + text.length })).text;
      const isBetter = whole.length - text.length <= room;
      if (isBetter) room -= whole.length - text.length;
      texts.push(isBetter ? whole : text);
    }
    return texts;
  }

  async #line(hit: SearchHit, detail: Detail, snapshot: CatalogSnapshot): Promise<FoundLine> {
    const { tool } = hit;
    const { path, namespace: server } = tool;
    const text =
      detail === 'names'
        ? path
        : detail === 'full'
          ? (await this.describe(snapshot, path, { room: 0 })).text
          : await this.#signature(hit);
    return { server, tool, text, cost: text.length };
  }

  async #signature(hit: SearchHit): Promise<string> {
    const { signature, summary } = await this.#found(hit);
    const line = `${signature}${summary && ` // ${summary}`}`;
    const brief = hit.score < BEST ? briefCall(hit.tool, summary) : line;
    return brief.length < line.length ? brief : line;
  }

  async #found({ tool, score }: SearchHit): Promise<FoundTool> {
    const { signature, summary } = await this.#declarations.tool(tool);
    return { path: tool.path, signature, summary, score: Math.round(score * 100) / 100 };
  }
}

/** Length of an answer, in characters. */
function budgetFor(kind: keyof typeof BUDGET, { characters = Infinity }: FindRequest, more = 0): number {
  return Math.min((BUDGET[kind] + more) * CHARACTERS_PER_TOKEN, Math.floor(characters * SHARE_OF_ROOM));
}

function bounded(limit: number): number {
  return Math.min(Math.max(1, Math.floor(limit)), MOST_FOUND);
}

/** Returns the best hits, and after them a few hits of each server. */
function candidates(hits: readonly SearchHit[], limit: number): readonly SearchHit[] {
  const seen = new Map<string, number>();
  return hits.filter(({ tool }, place) => {
    const before = seen.get(tool.namespace) ?? 0;
    seen.set(tool.namespace, before + 1);
    return place < limit || before < limit / 2;
  });
}

function toolsOf(hits: readonly { readonly tool: CatalogTool }[]): readonly CatalogTool[] {
  return hits.map(({ tool }) => tool);
}

/** Finds the tool of a path: its names are one with dots, or the first is the tool's and others follow it. */
export function findNamed(snapshot: CatalogSnapshot, server: string, names: readonly string[]): ToolLookup {
  const dotted = snapshot.find(server, names.join('.'));
  return dotted.kind === 'unknown_tool' ? snapshot.find(server, names[0] ?? '') : dotted;
}

/**
 * Reads the names from a path: `tools.geo.getCity`, `geo.getCity`, `tools.geo["get_city"]` or `tools.geo`. Several
 * names of a tool may be one with dots.
 */
export function namesIn(path: string): [server: string, ...tool: string[]] {
  const [server = '', ...tool] = [
    ...path
      .slice(0, LONGEST_PATH)
      .trim()
      .replace(/^tools\b/, '')
      .matchAll(/\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]|([^.[\]()]+)/g),
  ].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
  return [server, ...tool];
}
