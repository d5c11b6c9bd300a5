// Limits the time for which a command waits for the tools of MCP servers. A server that was too slow is not asked again
// for a few minutes, unless it was the server's first start.
import { formatAge } from '../../engine/formatting/index.ts';
import { waitsForUser, type ToolListing, type ListOptions, type ServerListing } from '../../catalog/index.ts';
import { withTimeout } from '../../base/withTimeout.ts';
import type { McpToolSource } from '../../mcp/index.ts';
import type { FailedStart, FailedStartCache } from './failedStartCache.ts';
import { longestWaitSeconds } from '../optionValues.ts';

/** Time in milliseconds before the notice appears. */
export const silentMs = 500;

export interface WaitLimitOptions {
  readonly source: Pick<McpToolSource, 'definitions' | 'knownTools' | 'listTools' | 'servers'>;
  /** Maximum time in milliseconds to wait for a server whose tools are known. */
  readonly waitMs: number;
  /** The same for a server whose tools are not known: its first start may have to download its program. */
  readonly firstWaitMs: number;
  /**
   * True if the command runs a script. A script needs the servers that it names (`ListOptions.interactive`), and calls
   * no others.
   */
  readonly isRun: boolean;
  /** True if servers are asked even if their tools are cached or they failed recently. */
  readonly fresh: boolean;
  /** Maximum age of a cached list, in milliseconds. */
  readonly ttlMs: number;
  readonly failed: FailedStartCache;
  readonly waiting: WaitingNotice;
}

/**
 * A wait is divided into at least this number of steps, of at most this time in milliseconds. After each step, the
 * command checks if the server waits for the user.
 */
const fewestSteps = 4;
const longestStepMs = 250;

export class WaitLimit {
  readonly #options: WaitLimitOptions;

  constructor(options: WaitLimitOptions) {
    this.#options = options;
  }

  async listTools(server: string, options: ListOptions): Promise<ServerListing> {
    const { source, isRun, ttlMs, waiting, firstWaitMs } = this.#options;
    const { interactive = false, signal } = options;
    const fresh = options.fresh === true || this.#options.fresh;
    const known = await source.knownTools(server);
    const isNamed = isRun && interactive;
    if (known && !fresh && Math.abs(Date.now() - (known.cached?.at ?? 0)) <= ttlMs) {
      // A server that a script names is about to be called, so it is started now.
      return isNamed ? source.listTools(server, options) : known;
    }
    const isNeeded = isNamed && known === undefined;
    const waitMs = known ? this.#options.waitMs : firstWaitMs;
    const failed = fresh || isNeeded ? undefined : await this.#failedBefore(server, waitMs);
    if (failed !== undefined) return listingWithout(known, failed, 'failed');
    const startedAt = performance.now();
    const asked = source.listTools(server, { interactive, fresh: true, signal });
    const listing = await waiting.during(
      server,
      isNeeded ? asked : this.#patiently(server, asked, interactive, waitMs),
      known === undefined,
    );
    if (listing === 'late') {
      const error = tooLate(waitMs, known === undefined);
      await this.#rememberLate(server, error, known !== undefined, waitMs);
      return listingWithout(known, error, 'starting');
    }
    await this.#remember(server, listing, performance.now() - startedAt);
    return listing;
  }

  /**
   * Resolves with the listing, or with `'late'` when the time is over. The time starts again while the user is being
   * asked. If this process is blocked, at most one step is counted, and messages that arrived meanwhile are read in the
   * next step.
   */
  async #patiently(
    server: string,
    asked: Promise<ServerListing>,
    interactive: boolean,
    waitMs: number,
  ): Promise<ServerListing | 'late'> {
    const { source } = this.#options;
    const stepMs = Math.min(waitMs / fewestSteps, longestStepMs);
    for (let leftMs = waitMs; leftMs > 0; leftMs -= stepMs) {
      const listing = await withTimeout(asked, Math.min(leftMs, stepMs));
      if (listing !== 'late') return listing;
      if (interactive && (await waitsForUser(source, server))) leftMs = waitMs + stepMs;
    }
    return 'late';
  }

  /** Returns the error of a recent failure. A server that was too slow for a shorter wait is asked again. */
  async #failedBefore(server: string, waitMs: number): Promise<string | undefined> {
    const { failed } = this.#options;
    const definition = await this.#definitionOf(server);
    const before = definition && (await failed.of(definition));
    if (!before || before.isFirst) return undefined;
    if (before.waitedMs === undefined)
      return `${before.error} That was ${agoText(before)}; --fresh asks it again.`;
    if (before.waitedMs < waitMs) return undefined;
    return `no answer within ${before.waitedMs / 1_000} s, ${agoText(before)}; ${patienceAdvice(before.waitedMs)}.`;
  }

  async #rememberLate(server: string, error: string, wasKnown: boolean, waitMs: number): Promise<void> {
    const { failed } = this.#options;
    const definition = await this.#definitionOf(server);
    if (!definition) return;
    const isFirst = !wasKnown && (await failed.of(definition)) === undefined;
    await failed.remember(definition, {
      error,
      at: Date.now(),
      waitedMs: waitMs,
      ...(isFirst && { isFirst }),
    });
  }

  /** Remembers a failure. A server that fails at once is asked again, which costs no time: it may work by now. */
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

/** Returns the cached list, if there is one, with the server's problem. */
function listingWithout(
  known: ToolListing | undefined,
  error: string,
  state: 'starting' | 'failed',
): ServerListing {
  if (!known) return { ok: false, error, ...(state === 'starting' && { isStarting: true }) };
  return { ...known, cached: { at: known.cached?.at ?? Date.now(), state, error } };
}

function tooLate(waitMs: number, isFirst: boolean): string {
  const why = isFirst ? ' a first start may have to download the program;' : '';
  return `no answer within ${waitMs / 1_000} s;${why} ${patienceAdvice(waitMs)}.`;
}

/** Returns advice that the command line accepts: `--wait` has a maximum. */
function patienceAdvice(waitedMs: number): string {
  const seconds = waitedMs / 1_000;
  if (seconds >= longestWaitSeconds) return 'CODE_MODE_DEBUG=1 shows its standard error';
  return `try again with --wait ${Math.min(longestWaitSeconds, Math.max(30, 10 * seconds))}`;
}

function agoText({ at }: FailedStart): string {
  const seconds = Math.round((Date.now() - at) / 1_000);
  return seconds < 60 ? `${Math.max(1, seconds)} s ago` : formatAge(at);
}

/** Tells the user on stderr which servers the command waits for, if the wait is noticeable. */
export class WaitingNotice {
  readonly #say: (line: string) => void;
  /** Names of the servers; true for those that may start for the first time. */
  readonly #waiting = new Map<string, boolean>();
  #timer: NodeJS.Timeout | undefined;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Settles like `work`; meanwhile the notice includes `server`. */
  async during<T>(server: string, work: Promise<T>, isFirst = false): Promise<T> {
    this.#waiting.set(server, isFirst);
    this.#timer ??= setTimeout(() => this.#tell(), silentMs).unref();
    try {
      return await work;
    } finally {
      this.#waiting.delete(server);
      if (this.#waiting.size === 0) {
        clearTimeout(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  #tell(): void {
    const why = [...this.#waiting.values()].includes(true)
      ? ' A first start may have to download the program.'
      : '';
    this.#say(`Waiting for ${[...this.#waiting.keys()].join(', ')}…${why}`);
  }
}
