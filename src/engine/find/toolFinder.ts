// Finds tools by what they do and describes them, for the `findTools` tool, for `codemode.search` and
// `codemode.describe` inside a script, and for the terminal: one answer is enough to write a correct call.
import type { CatalogSnapshot, CatalogTool, NeedHits, SearchHit } from '../../catalog/catalogSnapshot.ts';
import type { Declarations } from '../../declarations/declarations.ts';
import { memberOf, serverFeatures } from '../../catalog/serverFeatures.ts';
import { briefCall } from './briefCall.ts';
import { explainLookup } from './explainLookup.ts';
import { describeFeatures } from './featureHits.ts';
import { allocateBudget } from './allocateBudget.ts';
import { inTurn } from '../../catalog/search/search.ts';
import { findHits, isNamed } from './findHits.ts';
import type { InputValidator } from '../input/inputValidator.ts';
import { otherLines, otherTools } from './otherTools.ts';
import { describeServer, lostLine, overview } from './serverText.ts';

type Detail = 'names' | 'signatures' | 'full';

export interface FindRequest {
  /** Words for what the tool should do. Without it: the servers and their tools' names. */
  readonly query?: string;
  /** Only this server: its name in scripts or in the configuration. */
  readonly server?: string;
  readonly detail?: Detail;
  /** How many tools at most; 10 unless told, 50 at most. */
  readonly limit?: number;
  /** Room for the answer, in characters; as much as it needs unless told. */
  readonly characters?: number;
}

export interface FoundTool {
  readonly path: string;
  readonly signature: string;
  /** `ToolDeclaration.summary` */
  readonly summary: string;
  /** From 0 to 1; the best has 1. */
  readonly score: number;
  /** Names of the other tools of its server, in the first tool of each server. */
  readonly others?: readonly string[];
}

/** One hit as it is written, with its length. */
interface FoundLine {
  readonly server: string;
  readonly tool: CatalogTool;
  readonly text: string;
  readonly cost: number;
}

interface Description {
  /** Whether the path names anything. */
  readonly found: boolean;
  readonly text: string;
}

/** More than the longest names of a server and a tool. */
const LONGEST_PATH = 1_100;
const DEFAULT_LIMIT = 10;
/** Signatures of one need in an answer, and of each where there are several. */
const DEFAULT_SHOWN = { one: 12, each: 4 };
const MOST_FOUND = 50;
/** Of a whole server. */
const MOST_LISTED = 200;
const MOST_OTHERS = 1_000;
/** Tokens of an answer, counted as four characters each; of `signatures` for one need. */
const BUDGET = { names: 1_000, signatures: 520, full: 6_000, overview: 4_000, server: 6_000 };
/** Tokens that each further need adds to `signatures`. */
const BUDGET_OF_NEED = 150;
const CHARACTERS_PER_TOKEN = 4;
/** The share of the best hit's score from which on the other tools of its server are named. */
const STRONG = 0.9;
/** The same for a whole signature; what fits worse is shown with the names of its arguments alone, where that is shorter. */
const BEST = 0.95;
/** Of the room for an answer, what tools may take; the rest is for what is said of servers. */
const SHARE_OF_ROOM = 0.75;
/** Of that, what is kept for the names of other tools. */
const SHARE_OF_OTHERS = 0.15;

export class ToolFinder {
  readonly #declarations: Declarations;
  readonly #validator: InputValidator;

  constructor(declarations: Declarations, validator: InputValidator) {
    this.#declarations = declarations;
    this.#validator = validator;
  }

  /** Ranked tools with their signatures, several needs in turn, and what servers offer beside tools where it is asked for. */
  async search(
    snapshot: CatalogSnapshot,
    query: string,
    options: { readonly server?: string; readonly limit?: number } = {},
  ): Promise<readonly FoundTool[]> {
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
   * The declaration of one tool named by its path, with long comments and unions cut where it is longer than `room` (in characters), and
   * an example of a call where that says more than its types; for a path that names none, why and what is near.
   */
  async describe(snapshot: CatalogSnapshot, path: string, options: DescribeOptions = {}): Promise<Description> {
    const [server, name] = namesIn(path);
    if (name === undefined) return describeServer(snapshot, server);
    const feature = serverFeatures.find((known) => name === memberOf(known));
    const lookup = feature ? snapshot.findFeature(server, feature) : snapshot.find(server, name);
    if (lookup.kind === 'feature') return { found: true, text: describeFeatures(lookup.server) };
    if (lookup.kind !== 'tool') {
      const refusal = await explainLookup(lookup, server, name, snapshot, this.#declarations);
      return { found: false, text: `${refusal.message} ${refusal.hint}` };
    }
    return { found: true, text: await describeTool(lookup.tool, this.#declarations, this.#validator, options) };
  }

  /** The answer of `findTools`, as text for a model: the best tools, then those of other servers that fit too. */
  async findTools(snapshot: CatalogSnapshot, request: FindRequest): Promise<string> {
    const { query = '', server, detail = 'signatures' } = request;
    const lost = snapshot.servers.filter((found) => found.error !== undefined && (server === undefined || isNamed(found, server)));
    const unavailable = lost.map((found) => lostLine(found));
    if (server !== undefined && !snapshot.servers.some((found) => isNamed(found, server))) return describeServer(snapshot, server).text;
    const listing = query.trim() === '';
    if (listing && server === undefined) return overview(snapshot, budgetFor('overview', request));

    const limit = listing && request.limit === undefined ? MOST_LISTED : bounded(request.limit ?? DEFAULT_LIMIT);
    const { needs, features, ranked } = await findHits(snapshot, { query, limit, ...(server !== undefined && { server }) });
    const found = needs.filter(({ hits }) => hits.length > 0);
    if (found.length + features.length === 0) {
      const advice = `No tool found for "${query}". Try other words, or list all servers with findTools({}).`;
      return [advice, ...unavailable].join('\n');
    }
    const kind = listing && detail === 'signatures' ? 'server' : detail;
    const budget = budgetFor(kind, request, kind === 'signatures' ? (found.length - 1) * BUDGET_OF_NEED : 0);
    const each = found.length > 1 ? DEFAULT_SHOWN.each : DEFAULT_SHOWN.one;
    const most = request.limit === undefined && kind === 'signatures' ? each : Math.ceil(limit / Math.max(1, found.length));
    const room = budget * (1 - SHARE_OF_OTHERS);
    const shown = await this.#shareOut(found, { most, room, detail, snapshot });
    const texts = detail === 'full' ? await this.#inFull(shown, room, snapshot) : shown.map(({ text }) => text);
    const left = texts.reduce((rest, { length }) => rest - length, budget);
    const strong = found.flatMap(({ hits }) => hits.filter(({ score }) => score >= STRONG).map(({ tool }) => tool));
    const more = otherLines(otherTools(snapshot, query, { shown: toolsOf(shown), strong, ranked }), left);
    const missed = needs.filter(({ hits }) => hits.length === 0).map(({ need }) => `No tool found for "${need}".`);
    return [...features.map(({ signature }) => signature), ...texts, ...missed, ...more, ...unavailable].join('\n');
  }

  /** Each need has the same room for its best, and after them for those of other servers; a tool stands where it comes first. */
  async #shareOut(
    needs: readonly NeedHits[],
    {
      most,
      room,
      detail,
      snapshot,
    }: { readonly most: number; readonly room: number; readonly detail: Detail; readonly snapshot: CatalogSnapshot },
  ): Promise<readonly FoundLine[]> {
    const shown: FoundLine[] = [];
    for (const { hits } of needs) {
      const open = hits.filter(({ tool }) => !shown.some((line) => line.tool === tool));
      const lines = await Promise.all(candidates(open, most).map((hit) => this.#line(hit, detail, snapshot)));
      shown.push(...allocateBudget(lines, { best: Math.ceil(most / 2), most, budget: room / needs.length }));
    }
    return shown;
  }

  /** The best first get what is cut of them, as far as there is room. */
  async #inFull(shown: readonly FoundLine[], budget: number, snapshot: CatalogSnapshot): Promise<readonly string[]> {
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
      detail === 'names' ? path : detail === 'full' ? (await this.describe(snapshot, path, { room: 0 })).text : await this.#signature(hit);
    return { server, tool, text, cost: text.length };
  }

  async #signature(hit: SearchHit): Promise<string> {
    const found = await this.#found(hit);
    return shorter(lineOf(found), hit.score < BEST ? briefCall(hit.tool, found.summary) : undefined);
  }

  async #found({ tool, score }: SearchHit): Promise<FoundTool> {
    const { signature, summary } = await this.#declarations.tool(tool);
    return { path: tool.path, signature, summary, score: Math.round(score * 100) / 100 };
  }
}

/** In characters. */
function budgetFor(kind: keyof typeof BUDGET, { characters = Infinity }: FindRequest, more = 0): number {
  return Math.min((BUDGET[kind] + more) * CHARACTERS_PER_TOKEN, Math.floor(characters * SHARE_OF_ROOM));
}

function bounded(limit: number): number {
  return Math.min(Math.max(1, Math.floor(limit)), MOST_FOUND);
}

/** The best, and after them a few of each server. */
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

function shorter(line: string, brief: string | undefined): string {
  return brief !== undefined && brief.length < line.length ? brief : line;
}

function lineOf({ signature, summary }: FoundTool): string {
  return `${signature}${summary ? ` // ${summary}` : ''}`;
}

/** `tools.geo.getCity`, `geo.getCity`, `tools.geo["get_city"]` and `tools.geo` as names. */
export function namesIn(path: string): [server: string, tool: string | undefined] {
  const [server = '', tool] = [
    ...path
      .slice(0, LONGEST_PATH)
      .trim()
      .replace(/^tools\b/, '')
      .matchAll(/\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]|([^.[\]()]+)/g),
  ].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
  return [server, tool];
}

interface DescribeOptions {
  /** Whether nothing may be cut, however long it is. */
  readonly whole?: boolean;
  /** In characters: only what is longer is cut. 4,000 unless told. */
  readonly room?: number;
}

const DEFAULT_ROOM = 4_000;

/** With an example of a call, where that says more than the types. */
async function describeTool(
  tool: CatalogTool,
  declarations: Declarations,
  validator: InputValidator,
  { whole = false, room = DEFAULT_ROOM }: DescribeOptions,
): Promise<string> {
  const { text, isCut, whole: all } = await declarations.tool(tool);
  const example = await validator.example(tool);
  const shown = whole || (isCut && all.length <= room) ? all : text;
  return example === undefined ? shown : `${shown}\n// For example:\n${example}`;
}
