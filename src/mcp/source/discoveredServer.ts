// A server together with what is known of its tools, from this session or an earlier one: who needs tools gets those that are known at
// once, and the server is asked as the rules of discovery say. A call always goes to the server itself.
import type { JsonObject } from '../../catalog/json.ts';
import { nearestNames } from '../../catalog/nearest.ts';
import { hintedEffect, exceedsEffect } from '../../catalog/toolEffect.ts';
import { withTimeout } from '../../catalog/withTimeout.ts';
import type { FeatureAnswer, FeatureRequest } from '../../catalog/serverFeatures.ts';
import type {
  ToolListing,
  CallOptions,
  CallOutcome,
  ListOptions,
  ServerInfo,
  ServerListing,
  ToolDefinition,
} from '../../catalog/toolSource.ts';
import type { SignInOutcome } from '../auth/signIn.ts';
import type { BackgroundWork } from './backgroundWork.ts';
import { CallErrors } from '../connection/callErrors.ts';
import { definitionIdentity } from '../definitions/definitionIdentity.ts';
import type { DiscoveryRules } from '../connection/discoveryRules.ts';
import { keptText, readKeptListing, sameTools, type KeptListing, type KeptListings } from './cachedToolList.ts';
import { ServerConnection, type ConnectionOptions } from '../connection/serverConnection.ts';
import type { ServerDefinition } from '../definitions/serverDefinition.ts';

export interface DiscoveredServerOptions extends ConnectionOptions {
  /** Asked at each use. */
  readonly discovery: () => DiscoveryRules;
  /** Without it nothing is known at the start. */
  readonly kept: KeptListings | undefined;
  /** Where servers are asked that nobody waits for. */
  readonly background: Pick<BackgroundWork, 'add'>;
}

export class DiscoveredServer {
  readonly definition: ServerDefinition;
  readonly #options: DiscoveredServerOptions;
  readonly #connection: ServerConnection;
  /** What its list is kept by. */
  readonly #key: string | undefined;
  #known: KeptListing | undefined;
  /** The list that the server gave for what is known, as it came. */
  #asListed: readonly ToolDefinition[] | undefined;
  #loading: Promise<void> | undefined;
  #queued = false;
  /** It is to start as soon as another has ended, in whose place it is. */
  #isDue = false;
  /** When a server that could not be asked in the background is asked again, on the monotonic clock. */
  #refreshAt = 0;
  /** A person stopped it: only a person, a call or a script that names it starts it. */
  #held = false;
  #disposed = false;

  constructor(definition: ServerDefinition, options: DiscoveredServerOptions) {
    this.definition = definition;
    this.#options = options;
    this.#connection = new ServerConnection(definition, options);
    this.#key = definitionIdentity(definition);
  }

  /** It runs, or is about to. */
  get isInUse(): boolean {
    const { state } = this.#connection.info;
    return this.#isDue || state === 'running' || state === 'starting';
  }

  /** Reads what is known of it; starts nothing. */
  async info(): Promise<ServerInfo> {
    const known = await this.#load();
    const info = this.#connection.info;
    if (!known) return info;
    const toolCount = known.listing.tools.length;
    return this.#connection.listed ? { ...info, toolCount } : { ...info, toolCount, cachedAt: known.listedAt };
  }

  /** Its tools as they were last listed; starts nothing. */
  async knownTools(): Promise<ToolListing | undefined> {
    const known = await this.#load();
    if (!known) return undefined;
    return this.#connection.listed ? known.listing : this.#asKnown(known);
  }

  async listTools(options: ListOptions): Promise<ServerListing> {
    const { interactive = false, fresh = false } = options;
    const known = await this.#load();
    const stays = this.#held && !interactive;
    if (!known) return stays ? { ok: false, error: 'it was stopped. A script that names it starts it again.' } : this.#listLive(options);
    const { pattern, ttlMs } = this.#options.discovery();
    const isOld = Math.abs(Date.now() - known.listedAt) > ttlMs;
    if (!stays && (fresh || isOld || this.#connection.info.state === 'running')) {
      const live = this.#listLive(options);
      const listing = await (fresh ? live : withTimeout(live, this.#options.timings.patienceMs));
      return listing !== 'late' && listing.ok ? listing : this.#asKnown(known);
    }
    if (!this.#held && pattern !== 'onDemand') this.#refreshInBackground(interactive);
    return this.#asKnown(known);
  }

  /** Calls the server itself, started if need be. A tool that it has no more is not asked for. */
  async callTool(tool: string, input: JsonObject, options: CallOptions): Promise<CallOutcome> {
    this.#held = false;
    return (
      (options.expectedTool && (await this.#objection(options.expectedTool, options))) ?? this.#connection.callTool(tool, input, options)
    );
  }

  requestFeature(request: FeatureRequest, options: CallOptions): Promise<FeatureAnswer> {
    this.#held = false;
    return this.#connection.requestFeature(request, options);
  }

  /** Starts it if it does not run, also shortly after a failure, and lists its tools. A person may be asked. */
  async start(): Promise<ServerInfo> {
    this.#held = false;
    await this.#connection.start();
    if (this.#connection.info.state === 'running') await this.#listLive({ signal: new AbortController().signal });
    return this.info();
  }

  /** Starts it in the background when `gone` has settled. Nobody is asked. */
  startAfter(gone: Promise<unknown>): void {
    this.#isDue = true;
    this.#options.background.add(async () => {
      await gone;
      await this.listTools({ signal: new AbortController().signal, fresh: true });
      this.#isDue = false;
    });
  }

  /** Lets the person sign in, also where the server tells its tools to anybody. */
  async signIn(signal: AbortSignal): Promise<SignInOutcome> {
    const listing = await this.#listLive({ signal, interactive: true });
    return listing.ok ? this.#connection.signIn(signal) : { ok: false, error: listing.error, denied: false };
  }

  /** Stops it until a person starts it, or a script names it. Its tools stay known. */
  async stop(): Promise<ServerInfo> {
    this.#held = true;
    await this.#connection.stop();
    return this.info();
  }

  async restart(): Promise<ServerInfo> {
    await this.#connection.stop();
    return this.start();
  }

  hideSecrets(text: string): string {
    return this.#connection.hideSecrets(text);
  }

  rootsChanged(): void {
    this.#connection.rootsChanged();
  }

  logLevelChanged(): void {
    this.#connection.logLevelChanged();
  }

  /** Settles every pending call; no process is left when it resolves. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#connection.dispose();
  }

  async #load(): Promise<KeptListing | undefined> {
    this.#loading ??= this.#read();
    await this.#loading;
    return this.#disposed ? undefined : this.#known;
  }

  async #read(): Promise<void> {
    if (this.#key === undefined) return;
    const kept = await readKeptListing(await this.#options.kept?.read(this.#key), this.definition.name);
    this.#known ??= kept;
  }

  async #listLive(options: ListOptions): Promise<ServerListing> {
    if (options.interactive) this.#held = false;
    const listing = await this.#connection.listTools(options);
    return listing.ok ? await this.#learn(listing) : listing;
  }

  /** The same list as before is given as the same, so that nothing that was made of it is made again. */
  async #learn(listing: ToolListing): Promise<ToolListing> {
    const before = this.#known?.listing;
    if (before && this.#asListed === listing.tools) return before;
    const isSame = before !== undefined && (await sameTools(before.tools, listing.tools));
    if (this.#asListed === listing.tools && this.#known) return this.#known.listing;
    // A newer list has come before it.
    if (this.#connection.listed !== listing.tools) return listing;
    const learnt = isSame ? { ...listing, tools: before.tools } : listing;
    const known = { listing: learnt, listedAt: Date.now() };
    this.#asListed = listing.tools;
    this.#known = known;
    if (this.#key !== undefined) this.#options.kept?.write(this.#key, () => keptText(this.definition.name, known));
    this.#options.onChange();
    return learnt;
  }

  #asKnown({ listing, listedAt }: KeptListing): ToolListing {
    const { state, error } = this.#connection.info;
    return { ...listing, cached: { at: listedAt, state, ...(error !== undefined && { error }) } };
  }

  /** What a script names is asked at once, for it is about to be called. A server that failed is left in peace for a while. */
  #refreshInBackground(atOnce: boolean): void {
    if (performance.now() < this.#refreshAt) return;
    if (atOnce) void this.#refresh();
    else if (!this.#queued) this.#options.background.add(() => this.#refresh());
    this.#queued ||= !atOnce;
  }

  async #refresh(): Promise<void> {
    this.#queued = false;
    if (this.#held) return;
    const listing = await this.#listLive({ signal: new AbortController().signal });
    if (!listing.ok) this.#refreshAt = performance.now() + this.#options.timings.refreshAfterMs;
  }

  /** Why a tool that was seen earlier cannot be called as it was seen. */
  async #objection(seen: ToolDefinition, options: CallOptions): Promise<CallOutcome | undefined> {
    const { signal } = options;
    const errors = new CallErrors(this.definition.name, seen.name);
    let tools = this.#connection.listedNow;
    if (!tools) {
      const listing = await this.#listLive({ ...options, interactive: true });
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
}
