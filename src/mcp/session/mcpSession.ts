// The MCP SDK's client for one life of one server: opened, asked (`sessionRequests`), closed.
import { isDeepStrictEqual } from 'node:util';
import { ResourceUpdatedNotificationSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonValue } from '../../base/json.ts';
import { featureCallOf, featureCalls, serverFeatures, type FeatureRequest, type ServerFeature } from '../../catalog/serverFeatures.ts';
import type { CallOptions } from '../../catalog/toolSource.ts';
import { UnauthorizedRequest } from '../auth/authChallenge.ts';
import { FeatureList, guardAnswer, listFields } from '../protocol/guardFeatures.ts';
import { handleServerMessages, setLogLevel } from './handleServerMessages.ts';
import { isTimeout, errorLine } from '../protocol/errorLine.ts';
import type { SessionTransport } from '../transport/sessionTransport.ts';
import { capabilitiesOf } from '../elicitation/userInteraction.ts';
import { UserRequests } from '../elicitation/userRequests.ts';
import type { OpenAttempt, Session, SessionOptions, TakePage } from './session.ts';
import type { RequestOutcome } from './requestOutcome.ts';
import { ThrottledProgress, type RequestOptions } from './throttledProgress.ts';
import { McpClient } from './mcpClient.ts';
import { noTimeoutMs, SessionRequests } from './sessionRequests.ts';
import { UnknownVersion } from './readInitialize.ts';
import { ResourceUpdates } from './resourceUpdates.ts';
import { SessionRoots } from './sessionRoots.ts';
import { untilAborted } from '../../base/withTimeout.ts';

const loggedCharacters = 500;

export class McpSession implements Session {
  readonly #client: McpClient;
  readonly #transport: SessionTransport;
  readonly #options: SessionOptions;
  readonly #userRequests: UserRequests;
  readonly requests: SessionRequests;
  readonly #updates: ResourceUpdates;
  /** Where roots are announced. */
  readonly #roots: SessionRoots | undefined;
  #opened = false;

  /** `ownPaths`: the absolute paths that the server's definition names. */
  constructor(transport: SessionTransport, options: SessionOptions, ownPaths: readonly string[] = []) {
    this.#transport = transport;
    this.#options = options;
    options.onSecrets(transport.secrets.values());
    const { name, version } = options.clientInfo;
    const { roots, rootsHistory } = options;
    const capabilities = { ...(roots && { roots: { listChanged: true } }), ...capabilitiesOf(options.userInteraction) };
    this.#client = new McpClient({ name, version }, capabilities);
    this.#userRequests = new UserRequests(options);
    const log: SessionOptions['log'] = (line, level) => options.log(transport.secrets.hideInLine(line), level);
    this.#roots = roots && new SessionRoots({ client: this.#client, folders: roots, history: rootsHistory, ownPaths, log });
    this.requests = new SessionRequests({
      client: this.#client,
      transport,
      userRequests: this.#userRequests,
      userInteraction: options.userInteraction,
      log: options.log,
      roots: this.#roots,
      onOver: (reason) => this.#end(reason),
    });
    this.#updates = new ResourceUpdates({
      subscribe: (uri, asked) => this.requests.request('resources/subscribe', { uri }, asked),
      unsubscribe: (uri) => this.requests.tellAfterwards({ method: 'resources/unsubscribe', params: { uri } }),
    });
    transport.onNotificationsLost = (why) => {
      this.#updates.notificationsLost(why);
      // Its notifications in between are lost.
      if (why === undefined) options.onToolsChanged();
    };
    handleServerMessages(this.#client, options, transport.secrets, this.#userRequests);
    this.#client.onclose = () => this.#end(transport.explainEnd(this.requests.cause));
    this.#client.onerror = (error) => this.#onTransportError(error);
    this.#client.setNotificationHandler(ToolListChangedNotificationSchema, () => options.onToolsChanged());
    this.#client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => this.#updates.changed(params.uri));
  }

  get instructions(): string | undefined {
    const told = this.#client.getInstructions();
    return told === undefined ? undefined : this.#transport.secrets.hide(told);
  }

  get name(): string | undefined {
    return this.#client.getServerVersion()?.name || undefined;
  }

  get version(): string | undefined {
    return this.#client.getServerVersion()?.version || undefined;
  }

  get features(): readonly ServerFeature[] {
    const { resources, prompts } = this.#client.getServerCapabilities() ?? {};
    const offered = { resources, subscriptions: resources?.subscribe, prompts };
    return serverFeatures.filter((feature) => offered[feature]);
  }

  /** Connects and initializes. After a failure nothing is left running. */
  async open(signal: AbortSignal): Promise<OpenAttempt> {
    let failure: unknown;
    try {
      // Without the signal: `initialize` must not be cancelled (MCP 2025-11-25, "Cancellation"). The end of the transport settles it.
      const connected = this.#client.connect(this.#transport, { timeout: noTimeoutMs }).then(() => this);
      if ((await untilAborted(connected, signal)) && this.requests.ended === undefined) {
        this.#opened = true;
        this.#roots?.opened();
        this.logLevelChanged();
        return { ok: true, session: this };
      }
    } catch (error) {
      failure = error;
    }
    await this.#transport.close();
    if (failure instanceof UnauthorizedRequest) return { ok: false, error: failure.message, refusal: failure.refusal };
    if (failure instanceof UnknownVersion) return { ok: false, error: failure.message };
    if (signal.aborted && !isTimeout(signal.reason)) return { ok: false, error: 'it was stopped while starting.' };
    const isSlow = isTimeout(signal.reason);
    return {
      ok: false,
      error: this.#transport.secrets.hideInLine(this.#transport.explainStart(failure, isSlow)),
      ...(isSlow && { isSlow }),
    };
  }

  async listTools(signal: AbortSignal, take: TakePage): Promise<RequestOutcome<undefined>> {
    if (!this.#client.getServerCapabilities()?.tools) return done(undefined);
    const listed = await readPages(this.requests, 'tools/list', 'tools', { signal }, take);
    if (listed.kind === 'done') this.#roots?.answered();
    return listed;
  }

  secrets(): readonly string[] {
    return this.#transport.secrets.values();
  }

  hideSecrets<T extends JsonValue>(value: T): T {
    return this.#transport.secrets.hideIn(value);
  }

  async requestFeature(request: FeatureRequest, options: CallOptions): Promise<RequestOutcome<JsonValue | undefined>> {
    if (!this.features.includes(featureCalls[featureCallOf(request)].feature)) return { kind: 'done', value: undefined };
    const { onProgress, ...asked } = options;
    using _call = await this.#roots?.callBegins(options.signal);
    using progress = onProgress && new ThrottledProgress(onProgress);
    return await this.#askFeature(request, { ...asked, progress });
  }

  async #askFeature(request: FeatureRequest, options: RequestOptions): Promise<RequestOutcome<JsonValue>> {
    const { method, ...params } = request;
    if (request.method === 'resources/subscribe') {
      const changed = await this.#updates.next(request.uri, options);
      return changed.kind === 'done' ? { kind: 'done', value: this.#transport.tokens?.hideIn(changed.value) ?? changed.value } : changed;
    }
    if (isListed(method)) {
      const list = new FeatureList(listFields[method], (element) => this.#transport.tokens?.hideIn(element) ?? element);
      const read = await readPages(this.requests, method, listFields[method], options, (items) => list.take(items));
      for (const warning of list.warnings) this.#options.log(warning);
      return read.kind === 'done' ? done(list.elements) : read;
    }
    const answer = await this.requests.request(method, params, options);
    if (answer.kind !== 'done') return answer;
    const value = guardAnswer(request, answer.value);
    return value === undefined ? { kind: 'refused', message: `its answer to "${method}" is not MCP` } : { kind: 'done', value };
  }

  rootsChanged(): void {
    this.#roots?.changed();
    this.#client.sendRootsListChanged().catch((error: unknown) => this.#options.log(`roots: ${errorLine(error)}`));
  }

  logLevelChanged(): void {
    const { logLevel, log } = this.#options;
    if (logLevel) setLogLevel(this.#client, logLevel(), log);
  }

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

  /** Nothing is heard of the server any more: its waiters learn so. */
  #settleAll(reason: string): void {
    this.#userRequests.sessionEnded();
    this.requests.end(reason);
    this.#updates.sessionEnded(reason);
  }

  #onTransportError(error: Error): void {
    // A server that refuses is there; the caller learns of the refusal.
    if (this.requests.ended !== undefined || error instanceof UnauthorizedRequest || isGivenUp(error)) return;
    this.#options.log(`connection: ${this.#transport.secrets.hideInLine(error.message).slice(0, loggedCharacters)}`);
  }
}

function done<T>(value: T): RequestOutcome<T> {
  return { kind: 'done', value };
}

/** A request that was cancelled does not come to its end. */
function isGivenUp(error: Error): boolean {
  return error.name === 'AbortError';
}

function isListed(method: FeatureRequest['method']): method is keyof typeof listFields {
  return method in listFields;
}

const maxPages = 1_000;

/**
 * Hands over the pages of a list, unguarded. A server that sends pages without end, or the same one again, is not followed. An empty cursor
 * is a cursor (MCP 2025-11-25, "Pagination"), but some servers mean by it that no page follows: the page behind it counts where it is
 * another than the first, and ends the list where it is refused.
 */
async function readPages(
  requests: SessionRequests,
  method: string,
  field: string,
  options: RequestOptions,
  take: TakePage,
): Promise<RequestOutcome<undefined>> {
  const cursors = new Set<string>();
  let first: readonly unknown[] | undefined;
  for (let cursor: string | undefined; ;) {
    const page = await requests.request(method, cursor === undefined ? {} : { cursor }, options);
    if (page.kind === 'refused' && cursor === '') return done(undefined);
    if (page.kind !== 'done') return page;
    const { [field]: items, nextCursor } = page.value;
    if (cursor === '' && (!Array.isArray(items) || isDeepStrictEqual(items, first))) return done(undefined);
    if (!Array.isArray(items)) return { kind: 'refused', message: `its answer to "${method}" lacks ${field}` };
    first ??= items;
    const isLast = typeof nextCursor !== 'string' || (nextCursor === '' && cursors.has(nextCursor));
    if (!isLast && cursors.has(nextCursor)) return { kind: 'refused', message: `its ${field} repeat a page endlessly` };
    if (!isLast && cursors.size >= maxPages) return { kind: 'refused', message: `its ${field} have over ${maxPages} pages` };
    if (!(await take(items)) || isLast) return { kind: 'done', value: undefined };
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}
