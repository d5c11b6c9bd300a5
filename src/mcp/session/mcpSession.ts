// The MCP SDK's client for one life of one server. It settles every request exactly once, and cancels at the server
// what its caller no longer wants.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, McpError, ResultSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject } from '../../catalog/json.ts';
import { serverFeatures, type FeatureRequest, type ServerFeature } from '../../catalog/serverFeatures.ts';
import type { CallOptions, ToolResult } from '../../catalog/toolSource.ts';
import { UnauthorizedRequest } from '../auth/challenge.ts';
import type { Opening } from '../auth/openAdmitted.ts';
import { guardAnswer, guardList, listFields } from './guardFeatures.ts';
import { guardResult } from './guardResult.ts';
import { answerServer, wantLog } from './answerServer.ts';
import { isTimeout } from '../isTimeout.ts';
import { errorMessage, isNotMcp, type Link } from './link.ts';
import { pagesOfError } from '../person/page.ts';
import { capabilitiesOf } from '../person/person.ts';
import { PersonRequests } from '../person/personRequests.ts';
import type { FeatureOutcome, RequestOutcome, Session, SessionOptions } from './session.ts';
import { SteadyProgress } from './steadyProgress.ts';
import { settlesWithin, untilAborted } from '../settlesWithin.ts';

/** The longest time a timer can have: who asks owns the clock, through its signal. */
const neverMs = 2 ** 31 - 1;
const aliveMs = 5_000;
const maxPages = 1_000;
const loggedCharacters = 500;
/** How long requests of a session that is over may take to be refused one by one, before they are cut off. */
const refusalsMs = 1_000;

/**
 * Answers are guarded here, one by one: the SDK's `listTools` refuses a whole list for one malformed tool, and its `callTool` a
 * whole answer for one field that does not fit. Neither is used, so the validator that the SDK would build is not needed.
 */
const noValidator = {
  getValidator(): never {
    throw new Error('The SDK is not asked to validate.');
  },
};

export class McpSession implements Session {
  readonly #client: Client;
  readonly #link: Link;
  readonly #options: SessionOptions;
  readonly #pending = new Set<AbortController>();
  readonly #personRequests: PersonRequests;
  readonly #inFlight = new Set<Promise<unknown>>();
  #opened = false;
  #ended: string | undefined;
  /** The error by which the end was noticed. */
  #cause: unknown;
  #asking: Promise<boolean> | undefined;

  constructor(link: Link, options: SessionOptions) {
    this.#link = link;
    this.#options = options;
    const { name, version } = options.clientInfo;
    const capabilities = { ...(options.roots && { roots: { listChanged: true } }), ...capabilitiesOf(options.personInCall) };
    this.#client = new Client({ name, version }, { capabilities, jsonSchemaValidator: noValidator });
    this.#personRequests = new PersonRequests(options);
    answerServer(this.#client, options, link.secrets, this.#personRequests);
    this.#client.onclose = () => this.#end(link.explainEnd(this.#cause));
    this.#client.onerror = (error) => this.#onTransportError(error);
    this.#client.setNotificationHandler(ToolListChangedNotificationSchema, () => options.onToolsChanged());
  }

  get instructions(): string | undefined {
    const told = this.#client.getInstructions();
    return told === undefined ? undefined : this.#link.secrets.hide(told);
  }

  get version(): string | undefined {
    return this.#client.getServerVersion()?.version;
  }

  get features(): readonly ServerFeature[] {
    const capabilities = this.#client.getServerCapabilities();
    return serverFeatures.filter((feature) => capabilities?.[feature]);
  }

  /** Connects and initializes. After a failure nothing is left running. */
  async open(signal: AbortSignal): Promise<Opening> {
    let failure: unknown;
    try {
      const connected = this.#client.connect(this.#link.transport, { signal, timeout: neverMs }).then(() => this);
      if ((await untilAborted(connected, signal)) && this.#ended === undefined) {
        this.#opened = true;
        this.logLevelChanged();
        return { ok: true, session: this };
      }
    } catch (error) {
      failure = error;
    }
    await this.#link.transport.close();
    if (failure instanceof UnauthorizedRequest) return { ok: false, error: failure.message, refusal: failure.refusal };
    if (signal.aborted && !isTimeout(signal.reason)) return { ok: false, error: 'it was stopped while it started.' };
    return { ok: false, error: this.#link.secrets.hide(await this.#link.explainStart(failure, isTimeout(signal.reason))) };
  }

  async listTools(signal: AbortSignal): Promise<RequestOutcome<readonly unknown[]>> {
    if (!this.#client.getServerCapabilities()?.tools) return { kind: 'done', value: [] };
    return this.#pages('tools/list', 'tools', { signal });
  }

  async askServer(request: FeatureRequest, options: CallOptions): Promise<FeatureOutcome> {
    const { method, ...params } = request;
    if (!this.features.some((feature) => method.startsWith(feature))) return { kind: 'not_offered' };
    if (isListed(method)) {
      const field = listFields[method];
      const list = await this.#pages(method, field, options);
      return list.kind === 'done' ? { kind: 'done', value: guardList(field, list.value, this.#options.log) } : list;
    }
    const answer = await this.#request(method, params, options);
    if (answer.kind !== 'done') return answer;
    const value = guardAnswer(request, answer.value);
    return value === undefined ? { kind: 'refused', message: `its answer to "${method}" is not MCP` } : { kind: 'done', value };
  }

  /** All pages of a list, put together; unguarded. */
  async #pages(method: string, field: string, options: CallOptions): Promise<RequestOutcome<readonly unknown[]>> {
    const all: unknown[] = [];
    const cursors = new Set<string>();
    for (let cursor: string | undefined; ;) {
      const page = await this.#request(method, cursor === undefined ? {} : { cursor }, options);
      if (page.kind !== 'done') return page;
      const { [field]: items, nextCursor } = page.value;
      if (!Array.isArray(items)) return { kind: 'refused', message: `its answer to "${method}" has no list of ${field}` };
      for (const item of items) all.push(item);
      if (typeof nextCursor !== 'string') return { kind: 'done', value: all };
      if (cursors.has(nextCursor)) return { kind: 'refused', message: `its list of ${field} repeats a page without end` };
      if (cursors.size >= maxPages) return { kind: 'refused', message: `its list of ${field} has more than ${maxPages} pages` };
      cursors.add(nextCursor);
      cursor = nextCursor;
    }
  }

  async callTool(tool: string, input: JsonObject, options: CallOptions): Promise<RequestOutcome<ToolResult>> {
    const answer = await this.#request('tools/call', { name: tool, arguments: input }, options);
    return answer.kind === 'done' ? { kind: 'done', value: this.#discreet(guardResult(answer.value)) } : answer;
  }

  /** A tool that fails tells why in words of its own, and some repeat the key that was not accepted. */
  #discreet(result: ToolResult): ToolResult {
    if (!result.isError) return result;
    const content = result.content.map((block) =>
      block.type === 'text' ? { ...block, text: this.#link.secrets.hide(block.text) } : block,
    );
    return { ...result, content };
  }

  rootsChanged(): void {
    this.#client.sendRootsListChanged().catch((error: unknown) => this.#options.log(`roots: ${errorMessage(error)}`));
  }

  logLevelChanged(): void {
    const { logLevel, log } = this.#options;
    if (logLevel) wantLog(this.#client, logLevel(), log);
  }

  async close(): Promise<void> {
    this.#opened = false;
    this.#ended ??= 'it was stopped';
    this.#personRequests.sessionEnded();
    for (const pending of this.#pending) pending.abort('the client is closing');
    await this.#link.sayGoodbye();
    await this.#link.transport.close();
  }

  /** The SDK never lets go of a signal and would cancel finished requests with it, so each request has its own. */
  async #request(method: string, params: JsonObject, options: CallOptions): Promise<RequestOutcome<JsonObject>> {
    const { signal } = options;
    if (signal.aborted) return { kind: 'aborted' };
    if (this.#ended !== undefined) return { kind: 'ended', reason: this.#ended, asked: false };
    const controller = new AbortController();
    const cancel = () => controller.abort('the caller cancelled');
    signal.addEventListener('abort', cancel, { once: true });
    this.#pending.add(controller);
    // Nobody is asked for a list: who made it may not even have wanted one.
    const settled = method === 'tools/list' ? undefined : this.#personRequests.callBegins(options);
    try {
      const answer = await this.#answerTo(method, params, { ...options, signal: controller.signal });
      if (!isJsonObject(answer)) return { kind: 'refused', message: 'its answer is not an object' };
      // Lists of tools are kept on disk.
      const hidden = method === 'tools/list' ? this.#link.secrets : this.#link.tokens;
      return { kind: 'done', value: hidden?.hideIn(answer) ?? answer };
    } catch (error) {
      return isAborted(signal) ? { kind: 'aborted' } : await this.#explain(error);
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#pending.delete(controller);
      settled?.();
    }
  }

  /** Asks once more when the server wants the person to visit a page first (MCP `URLElicitationRequiredError`). */
  async #answerTo(method: string, params: JsonObject, options: CallOptions): Promise<unknown> {
    try {
      return await this.#send(method, params, options);
    } catch (error) {
      const pages = error instanceof McpError && error.code === (ErrorCode.UrlElicitationRequired as number) && pagesOfError(error.data);
      const { elicitation } = this.#options.personInCall;
      if (!pages || !elicitation) throw error;
      const refusal = await this.#personRequests.visitFirst(elicitation, pages, options);
      if (refusal !== undefined) throw new McpError(error.code, refusal, error.data);
      return this.#send(method, params, options);
    }
  }

  async #send(method: string, params: JsonObject, { signal, onProgress }: CallOptions): Promise<unknown> {
    const { secrets } = this.#link;
    const progress = onProgress && new SteadyProgress(onProgress);
    const asked = this.#client.request({ method, params }, ResultSchema, {
      signal,
      timeout: neverMs,
      ...(progress && { onprogress: (told) => progress.came({ ...told, message: secrets.hide(told.message ?? '') }) }),
    });
    this.#inFlight.add(asked);
    try {
      return await asked;
    } finally {
      this.#inFlight.delete(asked);
      progress?.end();
    }
  }

  async #explain(error: unknown): Promise<RequestOutcome<never>> {
    if (error instanceof UnauthorizedRequest) return { kind: 'unauthorized', refusal: error.refusal };
    const { message, gone, asked } = this.#link.explainRequest(error);
    if (this.#ended === undefined) {
      const lost = gone === 'perhaps' ? !(await this.#isThere()) : gone;
      if (!lost) return { kind: gone === 'perhaps' && asked ? 'lost' : 'refused', message: this.#link.secrets.hide(message) };
      if (!asked) await this.#letOthersBeRefused(error);
      await this.#lose(error);
    }
    return { kind: 'ended', reason: this.#ended ?? this.#link.secrets.hide(message), asked };
  }

  /** Of a request that is cut off nobody would know whether it ran; one that is refused can be made again in a new session. */
  async #letOthersBeRefused(error: unknown): Promise<void> {
    this.#end(this.#link.explainEnd(error));
    await settlesWithin(Promise.allSettled(this.#inFlight), refusalsMs);
  }

  /** Ends the session for what `error` showed. */
  async #lose(error: unknown): Promise<void> {
    this.#cause ??= error;
    await this.#link.transport.close();
  }

  #end(reason: string): void {
    if (this.#ended !== undefined) return;
    this.#personRequests.sessionEnded();
    this.#ended = this.#link.secrets.hide(reason);
    if (this.#opened) this.#options.onEnded(this.#ended);
  }

  #onTransportError(error: Error): void {
    // A server that refuses is there; what it refused is told to who asked.
    if (this.#ended !== undefined || error instanceof UnauthorizedRequest) return;
    this.#options.log(`connection: ${this.#link.secrets.hide(error.message).slice(0, loggedCharacters)}`);
  }

  /** Asked once for everybody who wonders at the same time; any answer will do. */
  #isThere(): Promise<boolean> {
    this.#asking ??= this.#client
      .ping({ timeout: aliveMs })
      .then(
        () => true,
        (error: unknown) =>
          error instanceof UnauthorizedRequest ||
          isNotMcp(error) ||
          (error instanceof McpError && error.code !== (ErrorCode.RequestTimeout as number)),
      )
      .finally(() => (this.#asking = undefined));
    return this.#asking;
  }
}

function isListed(method: FeatureRequest['method']): method is keyof typeof listFields {
  return method in listFields;
}

/** Read again after a wait, which a direct comparison would not be. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
