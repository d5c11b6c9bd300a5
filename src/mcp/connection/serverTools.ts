// Tools of one server: the current list, and the list of an earlier session. A caller receives known tools at once, and
// the server is asked as the discovery rules demand.
import {
  nearestNames,
  hintedEffect,
  exceedsEffect,
  type ToolListing,
  type CallOptions,
  type CallOutcome,
  type ListOptions,
  type ServerListing,
  type ToolDefinition,
} from '../../catalog/index.ts';
import { untilAborted, withTimeout } from '../../base/withTimeout.ts';
import { definitionIdentity, type ServerDefinition } from '../definitions/index.ts';
import {
  cachedText,
  readCachedToolList,
  sameTools,
  type CachedToolList,
  type ToolListStore,
} from './cachedToolList.ts';
import { CallErrors } from './callErrors.ts';
import type { DiscoveryRules } from './discoveryRules.ts';
import { LiveTools, type LiveToolList } from './liveTools.ts';
import type { LifecycleOptions, ServerLifecycle, StartCaller } from './serverLifecycle.ts';

export interface ServerToolsOptions extends Pick<LifecycleOptions, 'timings' | 'log' | 'onChange'> {
  /** Called at each use. */
  readonly discovery: () => DiscoveryRules;
  /** Lists of earlier sessions; undefined if there are none. */
  readonly listings?: ToolListStore | undefined;
  /** Runs work that no caller waits for. */
  readonly background: { add(work: () => Promise<unknown>): void };
}

export class ServerTools {
  readonly #definition: ServerDefinition;
  readonly #lifecycle: ServerLifecycle;
  readonly #options: ServerToolsOptions;
  readonly live: LiveTools;
  /** Key under which the list is stored; undefined if the list is not stored. */
  readonly #key: string | undefined;
  #known: CachedToolList | undefined;
  /** The list from the server from which `#known` was made, compared by identity. */
  #asListed: readonly ToolDefinition[] | undefined;
  #loading: Promise<void> | undefined;
  #queued = false;
  /** Earliest time of the next background request after a failed one, on the monotonic clock. */
  #refreshAt = 0;

  constructor(definition: ServerDefinition, lifecycle: ServerLifecycle, options: ServerToolsOptions) {
    this.#definition = definition;
    this.#lifecycle = lifecycle;
    this.#options = options;
    this.live = new LiveTools({
      timeoutMs: options.timings.startMs,
      log: options.log,
      choice: definition.tools,
      origin: definition.origin,
    });
    this.#key = definitionIdentity(definition);
  }

  /** The last list of the current session. */
  get listed(): readonly ToolDefinition[] | undefined {
    const { session } = this.#lifecycle;
    return session && this.live.listedBy(session);
  }

  /** Returns the list of this session or of an earlier one, without starting the server. */
  async known(): Promise<CachedToolList | undefined> {
    this.#loading ??= this.#read();
    await this.#loading;
    return this.#lifecycle.isDisposed ? undefined : this.#known;
  }

  /** Returns `known` as a listing, marked as cached unless the running server sent it. */
  async knownListing(): Promise<ToolListing | undefined> {
    const known = await this.known();
    return known && (this.listed ? known.listing : this.#asCached(known));
  }

  async list(options: ListOptions): Promise<ServerListing> {
    const { interactive = false, fresh = false } = options;
    const known = await this.known();
    const stays = this.#lifecycle.isHeld && !interactive;
    if (!known)
      return stays
        ? { ok: false, error: 'it was stopped. Scripts that name it restart it.' }
        : this.listLive(options);
    const { pattern, ttlMs } = this.#options.discovery();
    const isOld = isOlder(known, Math.min(ttlMs, known.listing.ttlMs ?? Infinity));
    if (!stays && (fresh || isOld || this.#lifecycle.state.state === 'running')) {
      const live = this.listLive(options);
      const listing = await (fresh ? live : withTimeout(live, this.#options.timings.patienceMs));
      return listing !== 'late' && listing.ok ? listing : this.#asCached(known);
    }
    if (!this.#lifecycle.isHeld && pattern !== 'onDemand') this.#refreshInBackground(interactive);
    return this.#asCached(known);
  }

  /** Asks the server, which is started if necessary. All callers share one list until the server reports a change. */
  async listLive(options: StartCaller): Promise<ServerListing> {
    if (options.interactive) this.#lifecycle.isHeld = false;
    const answer = await this.#lifecycle.run<LiveToolList>(
      options,
      async (session) => (await untilAborted(this.live.of(session), options.signal)) ?? { kind: 'aborted' },
    );
    const { origin } = this.#definition;
    switch (answer.kind) {
      case 'done':
        return this.#learn({ ok: true, ...answer.value });
      case 'not_started':
        return { ok: false, error: answer.error, ...(answer.needs && { needs: answer.needs }) };
      case 'lost':
        return { ok: false, error: `tool list lost: ${answer.message}. Try again.` };
      case 'refused':
        return {
          ok: false,
          error: `it cannot list its tools: ${answer.message}. Update it, or check its needs (key, network) in ${origin}.`,
        };
      case 'ended':
        return {
          ok: false,
          error: `${answer.reason} while listing its tools. Check its log, or remove it from ${origin}.`,
        };
      case 'aborted':
        return { ok: false, error: 'listing its tools was cancelled.' };
    }
  }

  /** Returns an error if a tool no longer exists, or has changed since `seen` in a way that forbids the call. */
  async objection(seen: ToolDefinition, options: CallOptions): Promise<CallOutcome | undefined> {
    const { signal } = options;
    const errors = new CallErrors(this.#definition.name, seen.name);
    const { session } = this.#lifecycle;
    let tools = session && !this.live.mayDiffer(session) ? this.listed : undefined;
    if (!tools) {
      const listing = await this.listLive({ ...options, interactive: true });
      if (signal.aborted) return errors.aborted(signal.reason, false);
      if (!listing.ok) return errors.notStarted(listing.error);
      ({ tools } = listing);
    }
    const now = tools.find(({ name }) => name === seen.name);
    if (!now) {
      const names = tools.map(({ name }) => name);
      return errors.goneTool(nearestNames(seen.name, names));
    }
    if (now.appOnly && !seen.appOnly) return errors.appOnlyNow();
    const effect = hintedEffect(now.annotations);
    return exceedsEffect(effect, hintedEffect(seen.annotations)) ? errors.graverNow(effect) : undefined;
  }

  async #read(): Promise<void> {
    if (this.#key === undefined) return;
    const content = await this.#options.listings?.read(this.#key);
    const cached = await readCachedToolList(content, this.#definition.name);
    this.#known ??= cached;
    const { protocolVersion } = cached?.listing ?? {};
    // An old record is ignored, because a server that was updated since then may speak a newer version.
    if (protocolVersion === undefined || !cached || isOlder(cached, this.#options.discovery().ttlMs)) return;
    this.#lifecycle.versions.known ??= protocolVersion;
  }

  /** Stores a new list. An unchanged list stays the same object, so that derived values are not computed again. */
  async #learn(listing: ToolListing): Promise<ToolListing> {
    const before = this.#known?.listing;
    if (before && this.#asListed === listing.tools) return before;
    const isSame = before !== undefined && (await sameTools(before.tools, listing.tools));
    if (this.#asListed === listing.tools && this.#known) return this.#known.listing;
    // A newer list has arrived meanwhile.
    if (this.listed !== listing.tools) return listing;
    const learnt = isSame ? { ...listing, tools: before.tools } : listing;
    const known = { listing: learnt, listedAt: Date.now() };
    this.#asListed = listing.tools;
    this.#known = known;
    const versionToOffer = this.#lifecycle.versions.known;
    if (this.#key !== undefined)
      this.#options.listings?.write(this.#key, () =>
        cachedText(this.#definition.name, known, versionToOffer),
      );
    this.#options.onChange();
    return learnt;
  }

  #asCached({ listing, listedAt }: CachedToolList): ToolListing {
    return { ...listing, cached: { at: listedAt, ...this.#lifecycle.state } };
  }

  /**
   * Asks the server in the background. A server that a script names is asked at once, because a call will follow. A
   * server that failed is not asked for a while.
   */
  #refreshInBackground(atOnce: boolean): void {
    if (performance.now() < this.#refreshAt) return;
    if (atOnce) void this.#refresh();
    else if (!this.#queued) this.#options.background.add(() => this.#refresh());
    this.#queued ||= !atOnce;
  }

  async #refresh(): Promise<void> {
    this.#queued = false;
    if (this.#lifecycle.isHeld) return;
    const listing = await this.listLive({ signal: new AbortController().signal });
    if (!listing.ok) this.#refreshAt = performance.now() + this.#options.timings.refreshAfterMs;
  }
}

function isOlder({ listedAt }: CachedToolList, ms: number): boolean {
  return Math.abs(Date.now() - listedAt) > ms;
}
