// MCP servers as the terminal asks them for their tools: none holds a command for longer than its user wants to wait, and one that did is
// not asked again for a while, unless it was its first start. Calls are not held back.
import { formatAge } from '../../engine/formatting/formatAge.ts';
import { waitsForUser } from '../../catalog/catalog.ts';
import type { JsonObject } from '../../catalog/json.ts';
import type { FeatureAnswer, FeatureRequest } from '../../catalog/serverFeatures.ts';
import { withTimeout } from '../../catalog/withTimeout.ts';
import type {
  ToolListing,
  CallOptions,
  CallOutcome,
  ListOptions,
  ServerInfo,
  ServerListing,
  ToolSource,
} from '../../catalog/toolSource.ts';
import type { McpToolSource } from '../../mcp/source/mcpToolSource.ts';
import type { FailedStart, FailedStartCache } from './failedStartCache.ts';
import { longestWaitSeconds } from '../optionValues.ts';
import { silentMs, type WaitingNotice } from './waitingNotice.ts';

export interface WaitLimitedSourceOptions {
  readonly source: Pick<McpToolSource, 'definitions' | 'requestFeature' | 'knownTools'> & ToolSource;
  /** For how long a server is waited for, in milliseconds. */
  readonly waitMs: number;
  /** Whether the command is a script, which cannot do without the servers that it names (`ListOptions.interactive`), and calls no others. */
  readonly isRun: boolean;
  /** Whether servers are asked also where their tools are cached, or where they failed lately. */
  readonly fresh: boolean;
  /** How old a cached list may be, in milliseconds. */
  readonly ttlMs: number;
  readonly failed: FailedStartCache;
  readonly waiting: WaitingNotice;
}

/** How often a wait checks whether the user is being asked, which stops the clock. */
const stepMs = 250;

export class WaitLimitedSource implements ToolSource {
  readonly #options: WaitLimitedSourceOptions;

  constructor(options: WaitLimitedSourceOptions) {
    this.#options = options;
  }

  async listTools(server: string, options: ListOptions): Promise<ServerListing> {
    const { source, isRun, ttlMs, waiting } = this.#options;
    const { interactive = false, signal } = options;
    const fresh = options.fresh === true || this.#options.fresh;
    const known = await source.knownTools(server);
    const isNamed = isRun && interactive;
    if (known && !fresh && Math.abs(Date.now() - (known.cached?.at ?? 0)) <= ttlMs) {
      // A server that a script names is about to be called: it is started meanwhile.
      return isNamed ? source.listTools(server, options) : known;
    }
    const isNeeded = isNamed && known === undefined;
    const failed = fresh || isNeeded ? undefined : await this.#failedBefore(server);
    if (failed !== undefined) return listingWithout(known, failed, 'failed');
    const startedAt = performance.now();
    const asked = source.listTools(server, { interactive, fresh: true, signal });
    const listing = await waiting.during(server, isNeeded ? asked : this.#patiently(server, asked, interactive));
    if (listing === 'late') {
      const error = this.#tooLate();
      await this.#rememberLate(server, error, known !== undefined);
      return listingWithout(known, error, 'starting');
    }
    await this.#remember(server, listing, performance.now() - startedAt);
    return listing;
  }

  servers(): Promise<readonly ServerInfo[]> {
    return this.#options.source.servers();
  }

  warnings(): readonly string[] {
    return this.#options.source.warnings();
  }

  knownTools(server: string): Promise<ToolListing | undefined> {
    return this.#options.source.knownTools(server);
  }

  callTool(server: string, tool: string, input: JsonObject, options: CallOptions): Promise<CallOutcome> {
    return this.#options.source.callTool(server, tool, input, options);
  }

  requestFeature(server: string, request: FeatureRequest, options: CallOptions): Promise<FeatureAnswer> {
    return this.#options.source.requestFeature(server, request, options);
  }

  onDidChange(listener: () => void): () => void {
    return this.#options.source.onDidChange(listener);
  }

  dispose(): Promise<void> {
    return this.#options.source.dispose();
  }

  /** `'late'` when its time is over; a user who is asked stops the clock. */
  async #patiently(server: string, asked: Promise<ServerListing>, interactive: boolean): Promise<ServerListing | 'late'> {
    const { source, waitMs } = this.#options;
    let endsAt = performance.now() + waitMs;
    for (;;) {
      const left = endsAt - performance.now();
      if (left <= 0) return 'late';
      const listing = await withTimeout(asked, Math.min(left, stepMs));
      if (listing !== 'late') return listing;
      if (interactive && (await waitsForUser(source, server))) endsAt = performance.now() + waitMs;
    }
  }

  /** A server that has not answered in less time may do so now. */
  async #failedBefore(server: string): Promise<string | undefined> {
    const { failed, waitMs } = this.#options;
    const definition = await this.#definitionOf(server);
    const before = definition && (await failed.of(definition));
    if (!before || before.isFirst) return undefined;
    if (before.waitedMs === undefined) return `${before.error} That was ${agoText(before)}; --fresh asks it again.`;
    if (before.waitedMs < waitMs) return undefined;
    return `it did not answer within ${before.waitedMs / 1_000} s, ${agoText(before)}; ${patienceAdvice(before.waitedMs)}.`;
  }

  #tooLate(): string {
    const { waitMs } = this.#options;
    return `it has not answered within ${waitMs / 1_000} s and may still be starting; ${patienceAdvice(waitMs)}.`;
  }

  async #rememberLate(server: string, error: string, wasKnown: boolean): Promise<void> {
    const { failed, waitMs } = this.#options;
    const definition = await this.#definitionOf(server);
    if (!definition) return;
    const isFirst = !wasKnown && (await failed.of(definition)) === undefined;
    await failed.remember(definition, { error, at: Date.now(), waitedMs: waitMs, ...(isFirst && { isFirst }) });
  }

  /** A server that fails at once is asked again: that costs no time, and its user may have fixed it. */
  async #remember(server: string, listing: ServerListing, tookMs: number): Promise<void> {
    const { failed } = this.#options;
    const definition = await this.#definitionOf(server);
    if (!definition) return;
    const error = listing.ok ? listing.cached?.error : listing.error;
    if (error === undefined) {
      if (await failed.of(definition)) failed.forget(definition);
    } else if (tookMs >= silentMs && (listing.ok || listing.needs === undefined)) {
      await failed.remember(definition, { error, at: Date.now() });
    }
  }

  async #definitionOf(server: string) {
    return (await this.#options.source.definitions()).find(({ name }) => name === server);
  }
}

/** The cached list, if any, with the problem of its server. */
function listingWithout(known: ToolListing | undefined, error: string, state: 'starting' | 'failed'): ServerListing {
  if (!known) return { ok: false, error, ...(state === 'starting' && { isStarting: true }) };
  return { ...known, cached: { at: known.cached?.at ?? Date.now(), state, error } };
}

/** Advice that the command line takes: there is a longest `--wait`. */
function patienceAdvice(waitedMs: number): string {
  const seconds = waitedMs / 1_000;
  if (seconds >= longestWaitSeconds) return 'CODE_MODE_DEBUG=1 shows what it writes to standard error';
  return `try again with --wait ${Math.min(longestWaitSeconds, Math.max(30, 10 * seconds))}`;
}

function agoText({ at }: FailedStart): string {
  const seconds = Math.round((Date.now() - at) / 1_000);
  return seconds < 60 ? `${Math.max(1, seconds)} s ago` : formatAge(at);
}
