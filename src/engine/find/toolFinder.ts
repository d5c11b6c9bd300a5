// Finds tools by what they do and describes them, for the `findTools` tool, for `codemode.search` and
// `codemode.describe` inside a script, and for the terminal: one answer is enough to write a correct call.
import type { CatalogServer, CatalogSnapshot, CatalogTool, SearchHit } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../catalog/json.ts';
import type { Declarations } from '../../declarations/declarations.ts';
import { exampleCall } from '../../declarations/example/exampleCall.ts';
import { memberOf, serverFeatures } from '../../catalog/serverFeatures.ts';
import { ageText } from '../ageText.ts';
import { explainLookup } from './explainLookup.ts';
import { describeFeatures, featureSummaries } from './featureText.ts';
import { fairShare } from './fairShare.ts';
import type { InputValidator } from '../input/inputValidator.ts';

export type Detail = 'names' | 'signatures' | 'full';

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
  /** The first sentence of the description. */
  readonly summary: string;
  readonly score: number;
}

export interface Description {
  /** Whether the path names anything. */
  readonly found: boolean;
  readonly text: string;
}

const DEFAULT_LIMIT = 10;
const MOST_FOUND = 50;
const MOST_CONSIDERED = 100;
const MOST_NAMES_PER_SERVER = 60;
/** Tokens of an answer, counted as four characters each: a search of five common tools takes half of it. */
const BUDGET = { names: 1_000, signatures: 1_500, full: 6_000, overview: 4_000 };
const CHARACTERS_PER_TOKEN = 4;
/** Of the room for an answer, what tools may take; the rest is for what is said of servers. */
const SHARE_OF_ROOM = 0.75;
/** What fits this much worse than the best is not what was asked for. */
const LEAST_SHARE_OF_BEST = 0.3;

export class ToolFinder {
  readonly #declarations: Declarations;
  readonly #validator: InputValidator;

  constructor(declarations: Declarations, validator: InputValidator) {
    this.#declarations = declarations;
    this.#validator = validator;
  }

  /** Ranked tools with their signatures. */
  async search(
    snapshot: CatalogSnapshot,
    query: string,
    options: { readonly server?: string; readonly limit?: number } = {},
  ): Promise<readonly FoundTool[]> {
    const limit = bounded(options.limit ?? DEFAULT_LIMIT);
    const hits = await snapshot.search(query, { limit, ...(options.server !== undefined && { server: options.server }) });
    return Promise.all(hits.map((hit) => this.#found(hit)));
  }

  /**
   * The declaration of one tool named by its path, with long comments and unions cut unless `whole` is asked for, and an
   * example of a call that its schema accepts; for a path that names none, why and what is near.
   */
  async describe(snapshot: CatalogSnapshot, path: string, { whole = false }: { readonly whole?: boolean } = {}): Promise<Description> {
    const [server, name] = namesIn(path);
    if (name === undefined) return describeServer(snapshot, server);
    const feature = serverFeatures.find((known) => name === memberOf(known));
    const lookup = feature ? snapshot.findFeature(server, feature) : snapshot.find(server, name);
    if (lookup.kind === 'feature') return { found: true, text: describeFeatures(lookup.server) };
    if (lookup.kind !== 'tool') {
      const refusal = await explainLookup(lookup, server, name, snapshot, this.#declarations);
      return { found: false, text: `${refusal.message} ${refusal.hint}` };
    }
    const text = (await this.#declarations.tool(lookup.tool))[whole ? 'whole' : 'text'];
    const example = await this.#example(lookup.tool);
    return { found: true, text: example === undefined ? text : `${text}\n// For example:\n${example}` };
  }

  /** The answer of `findTools`, as text for a model: the best tools, then those of other servers that fit too. */
  async findTools(snapshot: CatalogSnapshot, request: FindRequest): Promise<string> {
    const { query = '', server, detail = 'signatures' } = request;
    const lost = snapshot.servers.filter((found) => found.error !== undefined && (server === undefined || isNamed(found, server)));
    const unavailable = lost.map((found) => lostLine(found));
    if (server !== undefined && !snapshot.servers.some((found) => isNamed(found, server))) return describeServer(snapshot, server).text;
    const listing = query.trim() === '';
    if (listing && server === undefined) return overview(snapshot, budgetFor('overview', request));

    const limit = bounded(request.limit ?? (listing ? MOST_FOUND : DEFAULT_LIMIT));
    const found = await snapshot.search(query, { limit: MOST_CONSIDERED, ...(server !== undefined && { server }) });
    const hits = candidates(found, limit);
    if (hits.length === 0) {
      const advice = `No tool was found for "${query}". Try other words, or call findTools without a query to see all servers.`;
      return [advice, ...unavailable].join('\n');
    }
    const lines = await Promise.all(hits.map((hit) => this.#line(hit, detail, snapshot)));
    const share = { best: Math.ceil(limit / 2), most: limit, budget: budgetFor(detail, request) };
    const shown = fairShare(lines, share);
    const left = lines.slice(0, limit).filter((line) => !shown.includes(line));
    const more = left.length > 0 ? [`Also: ${left.map(({ path }) => path).join(', ')}.`] : [];
    return [...shown.map(({ text }) => text), ...more, ...unavailable].join('\n');
  }

  async #line(hit: SearchHit, detail: Detail, snapshot: CatalogSnapshot) {
    const { path, namespace: server } = hit.tool;
    const text =
      detail === 'names' ? path : detail === 'full' ? (await this.describe(snapshot, path)).text : lineOf(await this.#found(hit));
    return { server, path, text, cost: text.length };
  }

  async #found({ tool, score }: SearchHit): Promise<FoundTool> {
    const { signature, summary } = await this.#declarations.tool(tool);
    return { path: tool.path, signature, summary, score: Math.round(score * 100) / 100 };
  }

  /** Left out rather than wrong: only what the schema accepts. */
  async #example(tool: CatalogTool): Promise<string | undefined> {
    const example = exampleCall(tool);
    if (!example) return undefined;
    const input = JSON.parse(JSON.stringify(example.input)) as JsonObject; // made of JSON values
    return (await this.#validator.accepts(tool, input)) ? example.text : undefined;
  }
}

/** In characters. */
function budgetFor(kind: keyof typeof BUDGET, { characters = Infinity }: FindRequest): number {
  return Math.min(BUDGET[kind] * CHARACTERS_PER_TOKEN, Math.floor(characters * SHARE_OF_ROOM));
}

function bounded(limit: number): number {
  return Math.min(Math.max(1, Math.floor(limit)), MOST_FOUND);
}

/** The best, and after them a few of each server, as far as they are not much worse. */
function candidates(hits: readonly SearchHit[], limit: number): readonly SearchHit[] {
  const least = (hits[0]?.score ?? 0) * LEAST_SHARE_OF_BEST;
  const seen = new Map<string, number>();
  return hits.filter(({ tool, score }, place) => {
    const before = seen.get(tool.namespace) ?? 0;
    seen.set(tool.namespace, before + 1);
    return score >= least && (place < limit || before < limit / 2);
  });
}

function lineOf({ signature, summary }: FoundTool): string {
  return `${signature}${summary ? ` // ${summary}` : ''}`;
}

/** One line per server: how many tools, and as many of their names as there is room for. */
function overview(snapshot: CatalogSnapshot, budget: number): string {
  const warnings = snapshot.warnings.map((warning) => `Warning: ${warning}`);
  const { servers } = snapshot;
  if (servers.length === 0) {
    return ['No MCP servers are configured. The user can add one to .vscode/mcp.json or .mcp.json.', ...warnings].join('\n');
  }
  const tools = servers.flatMap((server) => server.tools);
  const claims = tools.map(({ namespace: server, method }) => ({ server, method, cost: method.length + 2 }));
  const shown = fairShare(claims, { best: 0, most: claims.length, budget });
  const names = Map.groupBy(shown, ({ server }) => server);
  const lines = servers.map((server) =>
    serverLine(
      server,
      (names.get(server.namespace) ?? []).map(({ method }) => method),
    ),
  );
  return [`${servers.length} servers, ${tools.length} tools:`, ...lines, ...warnings].join('\n');
}

function serverLine(server: CatalogServer, names: readonly string[]): string {
  if (server.error !== undefined && server.cachedAt === undefined) return `tools.${lostLine(server)}`;
  const asOf = cachedNote(server);
  const more = server.tools.length > names.length ? `, … ${server.tools.length - names.length} more` : '';
  const others = featureSummaries(server.features ?? [])
    .map((summary) => `; ${summary}`)
    .join('');
  return `tools.${server.namespace} (${server.tools.length}${asOf ? `; ${asOf}` : ''}): ${names.join(', ')}${more}${others}`;
}

function lostLine(server: CatalogServer): string {
  return `${server.namespace}: ${cachedNote(server) ?? `not available: ${server.error ?? ''}`}`;
}

/** Set for a server that could not be asked and has the tools that it listed earlier. */
function cachedNote({ cachedAt, error, state }: CatalogServer): string | undefined {
  if (cachedAt === undefined || error === undefined) return undefined;
  const now =
    state === 'needs_input' || state === 'needs_sign_in' ? 'a call asks the user for what it needs' : 'down, a call tries to start it';
  return `${now}; tools as of ${ageText(cachedAt)}`;
}

function describeServer(snapshot: CatalogSnapshot, name: string): Description {
  const server = snapshot.servers.find((found) => isNamed(found, name));
  if (!server) {
    const others = snapshot.servers.map(({ namespace }) => namespace).join(', ') || 'none';
    return { found: false, text: `There is no server "${name}". The servers are: ${others}.` };
  }
  const names = server.tools.slice(0, MOST_NAMES_PER_SERVER).map((tool) => tool.method);
  return { found: true, text: [serverLine(server, names), ...(server.instructions ? [server.instructions] : [])].join('\n') };
}

function isNamed(server: CatalogServer, name: string): boolean {
  return server.namespace === name || server.name === name;
}

/** `tools.geo.getCity`, `geo.getCity`, `tools.geo["get_city"]` and `tools.geo` as names. */
function namesIn(path: string): [server: string, tool: string | undefined] {
  const [server = '', tool] = [
    ...path
      .trim()
      .replace(/^tools\b/, '')
      .matchAll(/\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]|([^.[\]()]+)/g),
  ].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
  return [server, tool];
}
