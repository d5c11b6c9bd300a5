// Tools of one server: the list of the running server, or that of an earlier session. A caller receives known tools at
// once, and the server is asked as the discovery rules demand. All callers share one request, which is repeated after
// the server reports a change.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import {
  nearestNames,
  hintedEffect,
  exceedsEffect,
  quoteName,
  type ToolListing,
  type CallOptions,
  type CallOutcome,
  type ListOptions,
  type ServerListing,
  type ToolDefinition,
  type ToolResult,
} from '../../catalog/index.ts';
import { untilAborted, withTimeout } from '../../base/withTimeout.ts';
import { definitionIdentity, type ServerDefinition, type ToolChoice } from '../definitions/index.ts';
import { ToolList } from '../protocol/guardTools.ts';
import { headerProblem } from '../protocol/headerArguments.ts';
import type { McpSession } from '../session/mcpSession.ts';
import type { RequestOutcome } from '../session/requestOutcome.ts';
import {
  cachedText,
  readCachedToolList,
  sameTools,
  type CachedToolList,
  type ToolListStore,
} from './cachedToolList.ts';
import { appOnlyNow, callFailure, goneTool, graverNow } from './callErrors.ts';
import type { DiscoveryRules } from './discoveryRules.ts';
import type { LifecycleOptions, ServerLifecycle, StartCaller } from './serverLifecycle.ts';

export interface ServerToolsOptions extends Pick<LifecycleOptions, 'timings' | 'log' | 'onChange'> {
  /** Called at each use. */
  readonly discovery: () => DiscoveryRules;
  /** Lists of earlier sessions; undefined if there are none. */
  readonly listings?: ToolListStore | undefined;
  /** Runs work that no caller waits for. */
  readonly background: { add(work: () => Promise<unknown>): void };
}

/** One request for the list of a session. */
interface ListRequest {
  readonly session: McpSession;
  /** Monotonic time of the request, because an older answer may arrive after a newer one. */
  readonly at: number;
  /** Never rejects. */
  readonly outcome: Promise<RequestOutcome<ToolListing>>;
}

/** The last list. `request` is absent if an earlier session of this program has stored the list. */
interface KnownList extends CachedToolList {
  readonly request?: ListRequest;
}

export class ServerTools {
  readonly #definition: ServerDefinition;
  readonly #lifecycle: ServerLifecycle;
  readonly #options: ServerToolsOptions;
  /** Key under which the list is stored; undefined if the list is not stored. */
  readonly #key: string | undefined;
  #known: KnownList | undefined;
  /** The last request; undefined if it failed, or if the server has reported a change since. */
  #asked: ListRequest | undefined;
  #loading: Promise<void> | undefined;
  #queued = false;
  /** Earliest time of the next background request after a failed one, on the monotonic clock. */
  #refreshAt = 0;
  /** Tools whose results lack something that their output schema requires, as the log already says. */
  readonly #reported = new Set<string>();

  constructor(definition: ServerDefinition, lifecycle: ServerLifecycle, options: ServerToolsOptions) {
    this.#definition = definition;
    this.#lifecycle = lifecycle;
    this.#options = options;
    this.#key = definitionIdentity(definition);
  }

  /** The last list of the current session. */
  get listed(): readonly ToolDefinition[] | undefined {
    const { session } = this.#lifecycle;
    return session && this.#known?.request?.session === session ? this.#known.listing.tools : undefined;
  }

  /** Called when the server reports a change; makes the next caller ask again. */
  changed(): void {
    this.#asked = undefined;
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
    const answer = await this.#lifecycle.run<ToolListing>(
      options,
      async (session) => (await untilAborted(this.#listOf(session), options.signal)) ?? { kind: 'aborted' },
    );
    const { origin } = this.#definition;
    switch (answer.kind) {
      case 'done':
        return answer.value;
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
    const called = { server: this.#definition.name, tool: seen.name };
    const { session } = this.#lifecycle;
    let tools = session && this.#isCurrent(session) ? this.listed : undefined;
    if (!tools) {
      const listing = await this.listLive({ ...options, interactive: true });
      if (signal.aborted) return callFailure(called, { kind: 'aborted' }, { why: signal.reason });
      if (!listing.ok) return callFailure(called, { kind: 'not_started', ...listing });
      ({ tools } = listing);
    }
    const now = tools.find(({ name }) => name === seen.name);
    if (!now) {
      const names = tools.map(({ name }) => name);
      return goneTool(called, nearestNames(seen.name, names));
    }
    if (now.appOnly && !seen.appOnly) return appOnlyNow(called);
    const effect = hintedEffect(now.annotations);
    return exceedsEffect(effect, hintedEffect(seen.annotations)) ? graverNow(called, effect) : undefined;
  }

  /**
   * Checks structured content against the output schema. The content is passed on in any case, as in VS Code, because
   * most of an answer is better than none. The log names the missing required properties once for each tool, because
   * they explain why a script sees `undefined`.
   */
  checkStructure(tool: string, { structuredContent, isError }: ToolResult): void {
    const schema = this.#known?.listing.tools.findLast(({ name }) => name === tool)?.outputSchema;
    if (!schema || isError || this.#reported.has(tool)) return;
    const required = Array.isArray(schema['required'])
      ? schema['required'].filter((name) => typeof name === 'string')
      : [];
    const isGiven = structuredContent !== undefined;
    const members = isJsonObject(structuredContent) ? structuredContent : {};
    const missing = required.filter((name) => !Object.hasOwn(members, name));
    if (isGiven && missing.length === 0) return;
    this.#reported.add(tool);
    const got = isGiven
      ? `no ${missing.map((name) => JSON.stringify(name)).join(', ')}`
      : 'no structured content';
    this.#options.log(
      `tool "${tool}" answered with ${got}, which its output schema requires; the answer is kept`,
    );
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

  /** True if the answer to the last request has arrived from this session and is still valid. */
  #isCurrent(session: McpSession): boolean {
    const { request, listing } = this.#known ?? {};
    if (request?.session !== session || request !== this.#asked) return false;
    return performance.now() - request.at <= (listing?.ttlMs ?? Infinity);
  }

  /** Returns the list of the session. Never rejects. */
  #listOf(session: McpSession): Promise<RequestOutcome<ToolListing>> {
    const isUnderWay = this.#asked !== this.#known?.request;
    if (this.#asked?.session === session && (isUnderWay || this.#isCurrent(session)))
      return this.#asked.outcome;
    const request: ListRequest = {
      session,
      at: performance.now(),
      outcome: Promise.resolve().then(async () => {
        const answer = await this.#ask(session);
        if (answer.kind === 'done') return { kind: 'done', value: await this.#learn(answer.value, request) };
        if (this.#asked === request) this.#asked = undefined;
        return answer;
      }),
    };
    this.#asked = request;
    return request.outcome;
  }

  async #ask(session: McpSession): Promise<RequestOutcome<ToolListing>> {
    const { log, timings } = this.#options;
    const { tools: choice, origin } = this.#definition;
    const isLeftIn = chosen(choice);
    let leftOut = 0;
    const leftIn = (items: readonly unknown[]) => {
      const kept = choice ? items.filter(isLeftIn) : items;
      leftOut += items.length - kept.length;
      return kept;
    };
    const headersProblem = ({ name, inputSchema }: ToolDefinition) => {
      const problem = session.hasHeaderArguments ? headerProblem(inputSchema) : undefined;
      return problem && `${quoteName(name)} cannot be called: ${problem}`;
    };
    const list = new ToolList({
      shown: (text) => session.secrets.hideInBeginning(text),
      // Secrets are removed, because lists are stored on disk. Only texts change.
      finish: (tool) => session.secrets.hideIn(tool as unknown as JsonObject) as unknown as ToolDefinition,
      objection: headersProblem,
    });
    const answer = await session.listTools(AbortSignal.timeout(timings.startMs), (items) =>
      list.take(leftIn(items)),
    );
    if (answer.kind === 'aborted')
      return { kind: 'refused', message: `it took over ${timings.startMs / 1000} s` };
    if (answer.kind !== 'done') return answer;
    const off =
      leftOut > 0 ? [`turned off in ${origin}: ${leftOut === 1 ? 'one tool' : `${leftOut} tools`}`] : [];
    const warnings = [...list.warnings.map((warning) => session.secrets.hide(warning)), ...off];
    for (const warning of warnings) log(warning);
    return {
      kind: 'done',
      value: { ok: true, tools: list.tools, warnings, ...session.about, ...answer.value },
    };
  }

  /** Stores a new list. An unchanged list stays the same array, so that derived values are not computed again. */
  async #learn(listing: ToolListing, request: ListRequest): Promise<ToolListing> {
    const before = this.#known?.listing.tools;
    const isSame = before !== undefined && (await sameTools(before, listing.tools));
    // A newer list has arrived meanwhile, or the session has ended.
    const isOutdated = request.at < (this.#known?.request?.at ?? 0);
    if (isOutdated || this.#lifecycle.session !== request.session) return listing;
    const learnt = isSame ? { ...listing, tools: before } : listing;
    const known = { listing: learnt, listedAt: Date.now(), request };
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

function chosen(choice: ToolChoice | undefined): (item: unknown) => boolean {
  const only = choice?.only && new Set(choice.only);
  const without = new Set(choice?.without);
  return (item) => {
    const name = isJsonObject(item) ? item['name'] : undefined;
    return typeof name !== 'string' || (!without.has(name) && (!only || only.has(name)));
  };
}
