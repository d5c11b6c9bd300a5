// The MCP SDK's client for one life of one server: opened, asked (`sessionRequests`), closed.
import {
  ResourceUpdatedNotificationSchema,
  ResultSchema,
  ToolListChangedNotificationSchema,
  type ClientRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject, JsonValue } from '../../catalog/json.ts';
import { featureCallOf, featureCalls, serverFeatures, type FeatureRequest, type ServerFeature } from '../../catalog/serverFeatures.ts';
import type { CallOptions, ToolResult } from '../../catalog/toolSource.ts';
import { UnauthorizedRequest } from '../auth/authChallenge.ts';
import { FeatureList, guardAnswer, listFields } from '../protocol/guardFeatures.ts';
import { guardResult } from '../protocol/guardResult.ts';
import { handleServerMessages, setLogLevel } from './handleServerMessages.ts';
import { isTimeout, errorMessage } from '../protocol/errorMessage.ts';
import type { SessionTransport } from '../transport/sessionTransport.ts';
import { capabilitiesOf } from '../elicitation/userInteraction.ts';
import { UserRequests } from '../elicitation/userRequests.ts';
import type { OpenAttempt, Session, SessionOptions, TakePage, ToolCallOptions } from './session.ts';
import type { RequestOutcome } from './requestOutcome.ts';
import { withProgress, type RequestOptions } from './throttledProgress.ts';
import { taskOf, taskResult, type TaskInHand, type TaskServer } from './taskCall.ts';
import { McpClient } from './mcpClient.ts';
import { readPages, noTimeoutMs, SessionRequests } from './sessionRequests.ts';
import { UnknownVersion } from './readInitialize.ts';
import { ResourceUpdates } from './resourceUpdates.ts';
import { SessionRoots } from './sessionRoots.ts';
import { untilAborted } from '../../catalog/withTimeout.ts';

const loggedCharacters = 500;
const afterwardsMs = 5_000;

export class McpSession implements Session {
  readonly #client: McpClient;
  readonly #transport: SessionTransport;
  readonly #options: SessionOptions;
  readonly #userRequests: UserRequests;
  readonly #requests: SessionRequests;
  readonly #updates: ResourceUpdates;
  /** Where roots are announced. */
  readonly #roots: SessionRoots | undefined;
  #opened = false;

  /** `ownPaths`: the absolute paths that the server's definition names. */
  constructor(transport: SessionTransport, options: SessionOptions, ownPaths: readonly string[] = []) {
    this.#transport = transport;
    this.#options = options;
    const { name, version } = options.clientInfo;
    const { roots, rootsHistory } = options;
    const capabilities = { ...(roots && { roots: { listChanged: true } }), ...capabilitiesOf(options.userInteraction) };
    this.#client = new McpClient({ name, version }, capabilities);
    this.#userRequests = new UserRequests(options);
    this.#requests = new SessionRequests({
      client: this.#client,
      transport,
      userRequests: this.#userRequests,
      userInteraction: options.userInteraction,
      onOver: (reason) => this.#end(reason),
    });
    this.#updates = new ResourceUpdates({
      subscribe: (uri, asked) => this.#requests.request('resources/subscribe', { uri }, asked),
      unsubscribe: (uri) => this.#tellAfterwards({ method: 'resources/unsubscribe', params: { uri } }),
    });
    transport.onNotificationsLost = (why) => {
      this.#updates.notificationsLost(why);
      // What it told meanwhile, nobody heard.
      if (why === undefined) options.onToolsChanged();
    };
    handleServerMessages(this.#client, options, transport.secrets, this.#userRequests);
    const log: SessionOptions['log'] = (line, level) => options.log(transport.secrets.hide(line), level);
    this.#roots = roots && new SessionRoots({ client: this.#client, folders: roots, history: rootsHistory, ownPaths, log });
    this.#client.onclose = () => this.#end(transport.explainEnd(this.#requests.cause));
    this.#client.onerror = (error) => this.#onTransportError(error);
    this.#client.setNotificationHandler(ToolListChangedNotificationSchema, () => options.onToolsChanged());
    this.#client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => this.#updates.changed(params.uri));
  }

  get instructions(): string | undefined {
    const told = this.#client.getInstructions();
    return told === undefined ? undefined : this.#transport.secrets.hide(told);
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
      if ((await untilAborted(connected, signal)) && this.#requests.ended === undefined) {
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
    if (signal.aborted && !isTimeout(signal.reason)) return { ok: false, error: 'it was stopped while it started.' };
    return { ok: false, error: this.#transport.secrets.hide(this.#transport.explainStart(failure, isTimeout(signal.reason))) };
  }

  async listTools(signal: AbortSignal, take: TakePage): Promise<RequestOutcome<undefined>> {
    if (!this.#client.getServerCapabilities()?.tools) return done(undefined);
    const listed = await readPages(this.#requests, 'tools/list', 'tools', { signal }, take);
    if (listed.kind === 'done') this.#roots?.answered();
    return listed;
  }

  hideSecrets<T extends JsonValue>(value: T): T {
    return this.#transport.secrets.hideIn(value);
  }

  async requestFeature(request: FeatureRequest, options: CallOptions): Promise<RequestOutcome<JsonValue | undefined>> {
    if (!this.features.includes(featureCalls[featureCallOf(request)].feature)) return { kind: 'done', value: undefined };
    return this.#inOrder(options, () => withProgress(options, (asked) => this.#askFeature(request, asked)));
  }

  async #askFeature(request: FeatureRequest, options: RequestOptions): Promise<RequestOutcome<JsonValue>> {
    const { method, ...params } = request;
    if (request.method === 'resources/subscribe') {
      const changed = await this.#updates.next(request.uri, options);
      return changed.kind === 'done' ? { kind: 'done', value: this.#transport.tokens?.hideIn(changed.value) ?? changed.value } : changed;
    }
    if (isListed(method)) {
      const list = new FeatureList(listFields[method], (element) => this.#transport.tokens?.hideIn(element) ?? element);
      const read = await readPages(this.#requests, method, listFields[method], options, (items) => list.take(items));
      for (const warning of list.warnings) this.#options.log(warning);
      return read.kind === 'done' ? done(list.elements) : read;
    }
    const answer = await this.#requests.request(method, params, options);
    if (answer.kind !== 'done') return answer;
    const value = guardAnswer(request, answer.value);
    return value === undefined ? { kind: 'refused', message: `its answer to "${method}" is not MCP` } : { kind: 'done', value };
  }

  callTool(tool: string, input: JsonObject, options: ToolCallOptions): Promise<RequestOutcome<ToolResult>> {
    return this.#inOrder(options, () => this.#callTool(tool, input, options));
  }

  #inOrder<T>({ signal }: Pick<CallOptions, 'signal'>, call: () => Promise<T>): Promise<T> {
    return this.#roots?.inOrder(signal, call) ?? call();
  }

  async #callTool(tool: string, input: JsonObject, { asTask, inHand, ...options }: ToolCallOptions): Promise<RequestOutcome<ToolResult>> {
    const params = { name: tool, arguments: input };
    const hasTasks = this.#client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined;
    const answer = await withProgress(options, (asked) =>
      inHand.begun || (asTask && hasTasks) ? this.#callAsTask(params, inHand, asked) : this.#requests.request('tools/call', params, asked),
    );
    return answer.kind === 'done' ? { kind: 'done', value: guardResult(this.#discreet(answer.value)) } : answer;
  }

  async #callAsTask(params: JsonObject, inHand: TaskInHand, options: RequestOptions): Promise<RequestOutcome<JsonObject>> {
    // The server can ask the person between two of our requests, too.
    const settled = this.#userRequests.callBegins(options);
    try {
      const answer = inHand.begun ? done(inHand.begun) : await this.#requests.request('tools/call', { ...params, task: {} }, options);
      if (answer.kind !== 'done') return answer;
      const task = taskOf(answer.value);
      if (task) inHand.begun = answer.value;
      const result = task ? await taskResult(task, this.#taskServer(options), options.signal) : answer;
      this.#client.forgetTask(answer.value);
      return result;
    } finally {
      settled();
    }
  }

  #taskServer({ progress, ...asked }: RequestOptions): TaskServer {
    return {
      over: this.#requests.over,
      request: (method, about) => this.#requests.request(method, about, asked),
      cancel: (taskId) => void this.#tellAfterwards({ method: 'tasks/cancel', params: { taskId } }),
      onMessage: (text) => progress?.came({ progress: 0, message: this.#transport.secrets.hide(text) }),
    };
  }

  /** A tool that fails tells why in words of its own, and some repeat the key that was not accepted. */
  #discreet(answer: JsonObject): JsonObject {
    return answer['isError'] === true ? this.#transport.secrets.hideIn(answer) : answer;
  }

  rootsChanged(): void {
    this.#roots?.changed();
    this.#client.sendRootsListChanged().catch((error: unknown) => this.#options.log(`roots: ${errorMessage(error)}`));
  }

  logLevelChanged(): void {
    const { logLevel, log } = this.#options;
    if (logLevel) setLogLevel(this.#client, logLevel(), log);
  }

  async close(): Promise<void> {
    this.#opened = false;
    this.#settleAll('it was stopped');
    this.#requests.cancelAll();
    await this.#transport.terminateSession?.();
    await this.#transport.close();
  }

  #end(reason: string): void {
    if (this.#requests.ended !== undefined) return;
    const told = this.#transport.secrets.hide(reason);
    this.#settleAll(told);
    if (this.#opened) this.#options.onEnded(told);
  }

  /** Nothing is heard of the server any more: whoever waits for it is told. */
  #settleAll(reason: string): void {
    this.#userRequests.sessionEnded();
    this.#requests.end(reason);
    this.#updates.sessionEnded(reason);
  }

  /** A request for which nobody waits any more, and on whose answer nothing depends. */
  async #tellAfterwards(request: ClientRequest): Promise<void> {
    if (this.#requests.ended !== undefined) return;
    const { log } = this.#options;
    const asked = this.#client.request(request, ResultSchema, { timeout: afterwardsMs });
    await asked.catch((error: unknown) => log(`${request.method}: ${this.#transport.secrets.hide(errorMessage(error))}`, 'debug'));
  }

  #onTransportError(error: Error): void {
    // A server that refuses is there; what it refused is told to who asked.
    if (this.#requests.ended !== undefined || error instanceof UnauthorizedRequest || isGivenUp(error)) return;
    this.#options.log(`connection: ${this.#transport.secrets.hide(error.message).slice(0, loggedCharacters)}`);
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
