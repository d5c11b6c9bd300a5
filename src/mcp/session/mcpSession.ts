// One session with one server, built on the SDK's client: opens the session, sends requests (`sessionRequests`), and
// closes it. This module loads the SDK, so other modules import only its types, until the first server starts.
/* eslint-disable @typescript-eslint/no-deprecated -- MCP 2026-07-28 deprecates logging and roots */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ProtocolErrorCode, SdkError, type McpSubscription } from '@modelcontextprotocol/client';
import type { JsonValue } from '../../base/json.ts';
import {
  featureCallOf,
  featureCalls,
  serverFeatures,
  listLimits,
  truncateText,
  type FeatureRequest,
  type ServerFeature,
  type ToolListing,
  type CallOptions,
} from '../../catalog/index.ts';
import { UnauthorizedRequest, type AuthFailure } from '../auth/index.ts';
import { FeatureList, guardAnswer, listFields } from '../protocol/guardFeatures.ts';
import { handleServerMessages, setLogLevel } from './handleServerMessages.ts';
import { backoffMs } from '../protocol/backoff.ts';
import { isTimeout, errorLine } from '../protocol/errorLine.ts';
import type { SessionTransport } from '../transport/sessionTransport.ts';
import { UserRequests } from '../elicitation/index.ts';
import type { Secrets } from '../protocol/secrets.ts';
import type { StartFailure } from '../protocol/startInteraction.ts';
import type { SessionOptions } from './session.ts';
import type { RequestOutcome } from './requestOutcome.ts';
import { ThrottledProgress, type RequestOptions } from './throttledProgress.ts';
import { McpClient, noTimeoutMs } from './mcpClient.ts';
import { SessionRequests } from './sessionRequests.ts';
import { nextVersion, UnknownVersion } from './protocolVersions.ts';
import { ResourceUpdates } from './resourceUpdates.ts';
import { SessionRoots } from './sessionRoots.ts';
import { untilAborted, waitAtMost } from '../../base/withTimeout.ts';

const loggedCharacters = 500;
/** Codes with which servers refuse an unknown method. */
const unsupported: readonly unknown[] = [ProtocolErrorCode.MethodNotFound, ProtocolErrorCode.InvalidRequest];
/** Maximum time in milliseconds that a tool list waits for the start of the server's change notifications. */
const longestListenMs = 1_000;

/** Caching hints of a list (MCP 2026-07-28, "Caching"). */
type ListHints = Pick<ToolListing, 'ttlMs'>;

/** Takes a page of a list. Resolves to true if more pages are wanted. */
type TakePage = (items: readonly unknown[]) => Promise<boolean>;

export type OpenOutcome = { readonly ok: true; readonly session: McpSession } | StartFailure;

/**
 * Result of an attempt to open a session. The server may have refused for missing authorization, or because of the MCP
 * version; `nextVersion` is then the version to try.
 */
export type OpenAttempt =
  | OpenOutcome
  | { readonly ok: false; readonly error: string; readonly refusal: AuthFailure }
  | { readonly ok: false; readonly error: string; readonly nextVersion: string };

export class McpSession {
  readonly #client: McpClient;
  readonly #transport: SessionTransport;
  readonly #options: SessionOptions;
  readonly #userRequests: UserRequests;
  readonly requests: SessionRequests;
  readonly #updates: ResourceUpdates;
  /** Undefined if the client announces no roots. */
  readonly #roots: SessionRoots | undefined;
  readonly #offered: string | undefined;
  /** Streams of notifications about resources, by URI (MCP 2026-07-28). */
  readonly #subscriptions = new Map<string, McpSubscription>();
  /** Resolves after the first attempt to subscribe to changes of the tools. */
  readonly #listening = Promise.withResolvers<undefined>();
  #opened = false;
  /** True if this session uses an older version than possible, because `server/discover` was answered too late. */
  #isOlderForNow = false;

  /** `version` is the MCP version to offer, if one is known. `ownPaths` are absolute paths in the definition. */
  constructor(
    transport: SessionTransport,
    options: SessionOptions,
    version: string | undefined,
    ownPaths: readonly string[] = [],
  ) {
    this.#transport = transport;
    this.#options = options;
    this.#offered = version;
    options.onSecrets(transport.secrets.values());
    const { roots, rootsHistory } = options;
    this.#client = new McpClient(options, version, transport.network === 'pipe');
    this.#userRequests = new UserRequests(options);
    const log: SessionOptions['log'] = (line, level) =>
      options.log(transport.secrets.hideInLine(line), level);
    this.#roots =
      roots &&
      new SessionRoots({ client: this.#client, folders: roots, history: rootsHistory, ownPaths, log });
    this.requests = new SessionRequests({
      client: this.#client,
      transport,
      userRequests: this.#userRequests,
      options,
      roots: this.#roots,
      onOver: (reason) => this.#end(reason),
    });
    this.#updates = new ResourceUpdates({
      subscribe: (uri, asked) => this.#subscribe(uri, asked),
      unsubscribe: (uri) => this.#unsubscribe(uri),
    });
    transport.onNotificationsLost = (why) => {
      this.#updates.notificationsLost(why);
      // Notifications during the interruption are lost.
      if (why === undefined) options.onToolsChanged();
    };
    handleServerMessages(this.#client, options, transport.secrets, this.#userRequests);
    this.#client.onclose = () => this.#end(transport.explainEnd(this.requests.cause));
    this.#client.onerror = (error) => this.#onTransportError(error);
    this.#client.setNotificationHandler('notifications/tools/list_changed', () => options.onToolsChanged());
    this.#client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
      this.#updates.changed(params.uri),
    );
  }

  /** The keys and tokens of the server. */
  get secrets(): Secrets {
    return this.#transport.secrets;
  }

  /** Name, version, instructions and features of the server, and the MCP version of the session. */
  get about(): Pick<ToolListing, 'features' | 'instructions' | 'name' | 'version' | 'protocolVersion'> {
    const instructions = this.#client.getInstructions();
    const { name = '', version = '' } = this.#client.getServerVersion() ?? {};
    const protocolVersion = this.#client.getNegotiatedProtocolVersion();
    return {
      features: this.#features,
      ...(instructions !== undefined && { instructions: this.#shown(instructions, listLimits.instructions) }),
      ...(name !== '' && { name: this.#shown(name, listLimits.name) }),
      ...(version !== '' && { version: this.#shown(version, listLimits.title) }),
      ...(protocolVersion !== undefined && { protocolVersion }),
    };
  }

  /** The version to offer at the next start; undefined if the server must be asked, since it answered too late. */
  get versionToOffer(): string | undefined {
    return this.#isOlderForNow ? undefined : this.#client.getNegotiatedProtocolVersion();
  }

  /** True if calls repeat arguments in headers when the input schema demands it. */
  get hasHeaderArguments(): boolean {
    return this.#client.isModern && this.#transport.network === 'tcp';
  }

  /** Capabilities that the server announced in addition to tools. */
  get #features(): readonly ServerFeature[] {
    const { resources, prompts, completions } = this.#client.getServerCapabilities() ?? {};
    const offered = {
      resources,
      resourceCompletions: resources && completions,
      subscriptions: resources?.subscribe,
      prompts,
      promptCompletions: prompts && completions,
    };
    return serverFeatures.filter((feature) => offered[feature]);
  }

  /** Hides secrets before the cut, because a truncated secret would not be found. */
  #shown(text: string, most: number): string {
    return truncateText(this.secrets.hideInBeginning(text), most);
  }

  /** Connects and initializes. After a failure nothing is left running. */
  async open(signal: AbortSignal): Promise<OpenAttempt> {
    let failure: unknown;
    try {
      // The signal is not passed on, because `initialize` must not be cancelled (MCP 2025-11-25, "Cancellation"). The
      // end of the transport ends the request.
      const connected = this.#client.connect(this.#transport, { timeout: noTimeoutMs }).then(() => this);
      if ((await untilAborted(connected, signal)) && this.requests.ended === undefined) {
        this.#opened = true;
        this.#roots?.changed();
        this.logLevelChanged();
        if (this.#client.isModern) void this.#listenForTools();
        return { ok: true, session: this };
      }
    } catch (error) {
      failure = error;
    }
    await this.#transport.close();
    return this.#failedOpen(failure, signal);
  }

  #failedOpen(error: unknown, signal: AbortSignal): OpenAttempt {
    // The SDK reports only that the negotiation of the version failed; `cause` is the actual error.
    const failure = error instanceof SdkError && error.cause !== undefined ? error.cause : error;
    if (failure instanceof UnauthorizedRequest)
      return { ok: false, error: failure.message, refusal: failure.refusal };
    if (failure instanceof UnknownVersion) return { ok: false, error: failure.message };
    if (signal.aborted && !isTimeout(signal.reason))
      return { ok: false, error: 'it was stopped while starting.' };
    const isSlow = isTimeout(signal.reason);
    const said = this.#transport.secrets.hideInLine(this.#transport.explainStart(failure, isSlow));
    if (isSlow) return { ok: false, error: said, isSlow };
    try {
      const next = nextVersion(error, this.#offered);
      return { ok: false, error: said, ...(next !== undefined && { nextVersion: next }) };
    } catch (unknown) {
      if (unknown instanceof UnknownVersion) return { ok: false, error: unknown.message };
      throw unknown;
    }
  }

  /** Listens for changes of the tools until the session ends. After an interruption, the tools count as changed. */
  async #listenForTools(): Promise<void> {
    const { over } = this.requests;
    const { reconnect } = this.#options;
    if (!this.#client.getServerCapabilities()?.tools?.listChanged) {
      this.#listening.resolve(undefined);
      return;
    }
    let isAgain = false;
    for (let failures = 0; !over.aborted; failures++) {
      const opened = await this.requests.listen({ toolsListChanged: true }, over);
      this.#listening.resolve(undefined);
      if (opened.kind === 'refused' && unsupported.includes(opened.code)) {
        this.#options.log(`It tells of no changes of its tools: ${opened.message}`, 'debug');
        return;
      }
      if (opened.kind === 'done') {
        if (isAgain) this.#options.onToolsChanged();
        isAgain = true;
        const opening = performance.now();
        await opened.value.closed;
        // A stream that ends at once must not be opened again without a delay.
        if (performance.now() - opening >= reconnect.capMs) failures = 0;
      }
      await delay(backoffMs(failures, reconnect), undefined, { signal: over, ref: false }).catch(
        () => undefined,
      );
    }
  }

  async #subscribe(uri: string, options: RequestOptions): Promise<RequestOutcome<unknown>> {
    if (!this.#client.isModern) return this.requests.request('resources/subscribe', { uri }, options);
    const opened = await this.requests.listen({ resourceSubscriptions: [uri] }, options.signal);
    if (opened.kind !== 'done') return opened;
    await this.#unsubscribe(uri);
    this.#subscriptions.set(uri, opened.value);
    void opened.value.closed.then((by) => {
      if (by !== 'local') this.#updates.subscriptionLost(uri, 'the server closed the subscription');
    });
    return opened;
  }

  async #unsubscribe(uri: string): Promise<void> {
    if (!this.#client.isModern) return this.requests.tellAfterwards('resources/unsubscribe', { uri });
    const subscription = this.#subscriptions.get(uri);
    this.#subscriptions.delete(uri);
    await subscription?.close();
  }

  /** Passes each unchecked page of `tools/list` to `take`, until `take` wants no more. */
  async listTools(signal: AbortSignal, take: TakePage): Promise<RequestOutcome<ListHints>> {
    if (!this.#client.getServerCapabilities()?.tools) return done({});
    // A change between the list and the subscription would not be reported, so the subscription comes first.
    if (this.#client.isModern) await waitAtMost(this.#listening.promise, longestListenMs);
    const listed = await readPages(this.requests, 'tools/list', 'tools', { signal }, take);
    if (listed.kind === 'done') this.#roots?.answered();
    return listed;
  }

  #offers(request: FeatureRequest): boolean {
    return this.#features.includes(featureCalls[featureCallOf(request)].feature);
  }

  /**
   * Sends a request about resources or prompts and checks the result. The value is undefined if the server has not
   * announced the capability; the server is then not asked.
   */
  async requestFeature(
    request: FeatureRequest,
    options: CallOptions,
  ): Promise<RequestOutcome<JsonValue | undefined>> {
    if (!this.#offers(request)) return done(undefined);
    const { onProgress, ...asked } = options;
    using _call = await this.#roots?.callBegins(options.signal);
    using progress = onProgress && new ThrottledProgress(onProgress);
    return await this.#askFeature(request, { ...asked, progress });
  }

  async #askFeature(request: FeatureRequest, options: RequestOptions): Promise<RequestOutcome<JsonValue>> {
    const { method, ...params } = request;
    if (request.method === 'resources/subscribe') {
      const changed = await this.#updates.next(request.uri, options);
      return changed.kind === 'done' ? done(this.requests.withoutTokens(changed.value)) : changed;
    }
    if (isListed(method)) {
      const list = new FeatureList(listFields[method], (element) => this.requests.withoutTokens(element));
      const read = await readPages(this.requests, method, listFields[method], options, (items) =>
        list.take(items),
      );
      for (const warning of list.warnings) this.#options.log(warning);
      return read.kind === 'done' ? done(list.elements) : read;
    }
    const answer = await this.requests.request(method, params, options);
    if (answer.kind !== 'done') return answer;
    const value = guardAnswer(request, answer.value);
    return value === undefined
      ? { kind: 'refused', message: `its answer to "${method}" is not MCP` }
      : done(value);
  }

  /** Notifies the server that the roots have changed. */
  rootsChanged(): void {
    // A server of MCP 2026-07-28 asks for the roots when they are needed.
    if (this.#client.isModern) return;
    this.#roots?.changed();
    this.#client
      .sendRootsListChanged()
      .catch((error: unknown) => this.#options.log(`roots: ${errorLine(error)}`));
  }

  /** Sends the current minimum log level to a server that has a log. */
  logLevelChanged(): void {
    const { logLevel, log } = this.#options;
    if (logLevel) setLogLevel(this.#client, logLevel(), log);
  }

  /** Settles all pending requests at once, then ends the server. No process is left when the promise resolves. */
  async close(): Promise<void> {
    this.#opened = false;
    this.#settleAll('it was stopped');
    this.requests.cancelAll();
    await this.#transport.terminateSession?.();
    await this.#transport.close();
  }

  #end(reason: string): void {
    if (this.requests.ended !== undefined) return;
    const told = this.#transport.secrets.hideInLine(reason);
    this.#settleAll(told);
    if (this.#opened) this.#options.onEnded(told);
  }

  /** Settles all pending requests, because the server no longer responds. */
  #settleAll(reason: string): void {
    this.#userRequests.sessionEnded();
    this.requests.end(reason);
    this.#updates.sessionEnded(reason);
  }

  #onTransportError(error: Error): void {
    if (isLateProbe(error)) {
      this.#isOlderForNow ||= error.message.includes('"supportedVersions"');
      return;
    }
    const isCancelled = error.name === 'AbortError';
    // A refusal proves that the server is there, and the caller receives the refusal.
    if (this.requests.ended !== undefined || error instanceof UnauthorizedRequest || isCancelled) return;
    this.#options.log(
      `connection: ${this.#transport.secrets.hideInQuote(error.message).slice(0, loggedCharacters)}`,
    );
  }
}

function done<T>(value: T): RequestOutcome<T> {
  return { kind: 'done', value };
}

/** True for an answer to `server/discover` after `initialize` was sent, from a server that started slowly. */
function isLateProbe(error: Error): boolean {
  return error.message.includes('"id":"server-discover-probe-');
}

function isListed(method: FeatureRequest['method']): method is keyof typeof listFields {
  return method in listFields;
}

const maxPages = 1_000;

/**
 * Passes on the unchecked pages of a list. A server that sends endless or repeated pages is not followed. An empty
 * cursor is valid (MCP 2025-11-25, "Pagination"), but some servers mean that no page follows: a page behind an empty
 * cursor counts if it differs from the first page, and a refusal ends the list.
 */
async function readPages(
  requests: SessionRequests,
  method: string,
  field: string,
  options: RequestOptions,
  take: TakePage,
): Promise<RequestOutcome<ListHints>> {
  const cursors = new Set<string>();
  let first: readonly unknown[] | undefined;
  let hints: ListHints = {};
  for (let cursor: string | undefined; ;) {
    const page = await requests.request(method, cursor === undefined ? {} : { cursor }, options);
    if (page.kind === 'refused' && cursor === '') return done(hints);
    if (page.kind !== 'done') return page;
    const { [field]: items, nextCursor, ttlMs } = page.value;
    if (cursor === '' && (!Array.isArray(items) || isDeepStrictEqual(items, first))) return done(hints);
    if (!Array.isArray(items))
      return { kind: 'refused', message: `its answer to "${method}" lacks ${field}` };
    // Servers without a caching policy send 0, so 0 counts as absent.
    if (first === undefined && typeof ttlMs === 'number' && ttlMs > 0) hints = { ttlMs };
    first ??= items;
    const isLast = typeof nextCursor !== 'string' || (nextCursor === '' && cursors.has(nextCursor));
    if (!isLast && cursors.has(nextCursor))
      return { kind: 'refused', message: `its ${field} repeat a page endlessly` };
    if (!isLast && cursors.size >= maxPages)
      return { kind: 'refused', message: `its ${field} have over ${maxPages} pages` };
    if (!(await take(items)) || isLast) return done(hints);
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}
