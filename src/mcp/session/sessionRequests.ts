// Calls and other requests of one session. Each settles exactly once, and is cancelled at the server when its caller no longer wants it.
import { ErrorCode, McpError, ResultSchema, type ClientRequest } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { CallTrace, ToolResult, TracedSession } from '../../catalog/toolSource.ts';
import { rawIntegers, withoutBigInts } from '../../base/exactJson.ts';
import { UnauthorizedRequest } from '../auth/authChallenge.ts';
import { pagesOfError } from '../elicitation/page.ts';
import type { UserRequests } from '../elicitation/userRequests.ts';
import { waitAtMost } from '../../base/withTimeout.ts';
import type { SessionTransport } from '../transport/sessionTransport.ts';
import { errorData } from '../protocol/errorData.ts';
import { errorLine, isNotMcp } from '../protocol/errorLine.ts';
import { guardResult } from '../protocol/guardResult.ts';
import type { ServerLog } from '../protocol/serverLog.ts';
import type { McpClient } from './mcpClient.ts';
import type { RequestOutcome } from './requestOutcome.ts';
import type { SessionOptions, ToolCallOptions } from './session.ts';
import type { SessionRoots } from './sessionRoots.ts';
import { taskOf, taskResult, type TaskInHand, type TaskServer } from './taskCall.ts';
import { ThrottledProgress, type RequestOptions } from './throttledProgress.ts';

/** The longest time a timer can have: who asks owns the clock, through its signal. */
export const noTimeoutMs = 2 ** 31 - 1;
const aliveMs = 5_000;
const afterwardsMs = 5_000;
/** How long requests of a session that is over may take to be refused one by one, before they are cut off. */
const refusalsMs = 1_000;

interface RequestParts {
  readonly client: McpClient;
  readonly transport: SessionTransport;
  readonly userRequests: UserRequests;
  readonly userInteraction: SessionOptions['userInteraction'];
  readonly log: ServerLog;
  /** Where roots are announced. */
  readonly roots: SessionRoots | undefined;
  /** A request showed that the session is over. */
  readonly onOver: (reason: string) => void;
}

export class SessionRequests {
  readonly #parts: RequestParts;
  readonly #pending = new Set<AbortController>();
  readonly #inFlight = new Set<Promise<unknown>>();
  /** Aborted with the reason. */
  readonly #over = new AbortController();
  #cause: unknown;
  #asking: Promise<boolean> | undefined;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  /** Why nothing can be asked any more. */
  get ended(): string | undefined {
    return this.over.aborted ? String(this.over.reason) : undefined;
  }

  /** Aborted as soon as nothing can be asked any more. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** The error by which a request noticed the end. */
  get cause(): unknown {
    return this.#cause;
  }

  /** From now on nothing is asked; what is pending is left to the transport. */
  end(reason: string): void {
    this.#over.abort(reason);
  }

  /** Settles what is pending. */
  cancelAll(): void {
    for (const pending of this.#pending) pending.abort('client closing');
  }

  async callTool(tool: string, input: JsonObject, options: ToolCallOptions): Promise<RequestOutcome<ToolResult>> {
    const { asTask, inHand, onProgress, ...asked } = options;
    const { client, roots, transport } = this.#parts;
    using _call = await roots?.callBegins(options.signal);
    using progress = onProgress && new ThrottledProgress(onProgress);
    const params = { name: tool, arguments: rawIntegers(input) };
    const hasTasks = client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined;
    const isTask = inHand.begun !== undefined || (asTask && hasTasks);
    const answer = await (isTask
      ? this.#callAsTask(params, inHand, { ...asked, progress })
      : this.request('tools/call', params, { ...asked, progress }));
    if (answer.kind !== 'done') return answer;
    // A tool that fails tells why in words of its own, and some repeat the key that was not accepted.
    const shown = answer.value['isError'] === true ? transport.secrets.hideIn(answer.value) : answer.value;
    return { kind: 'done', value: guardResult(shown) };
  }

  async #callAsTask(params: JsonObject, inHand: TaskInHand, options: RequestOptions): Promise<RequestOutcome<JsonObject>> {
    // The server can ask the person between two of our requests, too.
    const settled = this.#parts.userRequests.callBegins(options);
    try {
      const answer: RequestOutcome<JsonObject> = inHand.begun
        ? { kind: 'done', value: inHand.begun }
        : await this.request('tools/call', { ...params, task: {} }, options);
      if (answer.kind !== 'done') return answer;
      const task = taskOf(answer.value);
      if (task) inHand.begun = answer.value;
      const result = task ? await taskResult(task, this.#taskServer(options), options.signal) : answer;
      this.#parts.client.forgetTask(answer.value);
      return result;
    } finally {
      settled();
    }
  }

  #taskServer({ progress, ...asked }: RequestOptions): TaskServer {
    return {
      over: this.over,
      request: (method, about) => this.request(method, about, asked),
      cancel: (taskId) => void this.tellAfterwards({ method: 'tasks/cancel', params: { taskId } }),
      onMessage: (text) => progress?.came({ progress: 0, message: this.#parts.transport.secrets.hide(text) }),
    };
  }

  /** A request that is no longer needed, and on whose answer nothing depends. */
  async tellAfterwards(request: ClientRequest): Promise<void> {
    if (this.ended !== undefined) return;
    const { client, log, transport } = this.#parts;
    const asked = client.request(request, ResultSchema, { timeout: afterwardsMs });
    await asked.catch((error: unknown) => log(`${request.method}: ${transport.secrets.hideInLine(errorLine(error))}`, 'debug'));
  }

  /** The SDK never lets go of a signal and would cancel finished requests with it, so each request has its own. */
  async request(method: string, params: JsonObject, options: RequestOptions): Promise<RequestOutcome<JsonObject>> {
    const { signal } = options;
    if (signal.aborted) return { kind: 'aborted' };
    const { ended } = this;
    if (ended !== undefined) return { kind: 'ended', reason: ended, asked: false };
    const controller = new AbortController();
    const cancel = () => controller.abort('the caller cancelled');
    signal.addEventListener('abort', cancel, { once: true });
    this.#pending.add(controller);
    // A list asks no question: its caller may not even have wanted it.
    const settled = method === 'tools/list' ? undefined : this.#parts.userRequests.callBegins(options);
    try {
      const answer = await this.#answerTo(method, params, { ...options, signal: controller.signal });
      if (!isJsonObject(answer)) return { kind: 'refused', message: 'its answer is no object' };
      // What a list holds is guarded first, and hidden item by item.
      const hidden = method.endsWith('/list') ? undefined : this.#parts.transport.tokens;
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
  async #answerTo(method: string, params: JsonObject, options: RequestOptions): Promise<unknown> {
    try {
      return await this.#send(method, params, options);
    } catch (error) {
      const pages = error instanceof McpError && error.code === (ErrorCode.UrlElicitationRequired as number) && pagesOfError(error.data);
      const { elicitation } = this.#parts.userInteraction;
      if (!pages || !elicitation) throw error;
      options.onSent?.(false);
      const refusal = await this.#parts.userRequests.visitFirst(elicitation, pages, options);
      if (refusal !== undefined) throw new McpError(error.code, refusal);
      return this.#send(method, params, options);
    }
  }

  async #send(method: string, params: JsonObject, { signal, progress, onSent, trace }: RequestOptions): Promise<unknown> {
    const { secrets } = this.#parts.transport;
    onSent?.(true);
    trace?.sentOver(tracedSession(this.#parts.transport));
    const asked = this.#parts.client.request({ method, params: trace ? withTrace(params, trace) : params }, ResultSchema, {
      signal,
      timeout: noTimeoutMs,
      ...(progress && { onprogress: (told) => progress.came({ ...told, message: secrets.hide(told.message ?? '') }) }),
    });
    this.#inFlight.add(asked);
    try {
      const { restored } = this.#parts.transport;
      const answer = await asked;
      const exact = restored?.(answer) ?? answer;
      // A list holds schemas and texts, which others read, too.
      return method.endsWith('/list') ? withoutBigInts(exact, Number) : exact;
    } finally {
      this.#inFlight.delete(asked);
    }
  }

  async #explain(error: unknown): Promise<RequestOutcome<never>> {
    if (error instanceof UnauthorizedRequest) return { kind: 'unauthorized', refusal: error.refusal };
    const { message, gone, asked, mayPass, isLost = gone === 'perhaps' && asked } = this.#parts.transport.explainRequest(error);
    if (this.ended === undefined) {
      const lost = gone === 'perhaps' ? !(await this.#isThere()) : gone;
      const { secrets } = this.#parts.transport;
      const { data, text } = errorData(error, secrets);
      const told = secrets.hide(message) + text;
      const code = error instanceof McpError ? error.code : undefined;
      if (!lost) return isLost ? { kind: 'lost', message: told } : { kind: 'refused', message: told, code, data, mayPass };
      if (!asked) await this.#letOthersBeRefused(error);
      await this.#lose(error);
    }
    return { kind: 'ended', reason: this.ended ?? this.#parts.transport.secrets.hide(message), asked };
  }

  /** Of a request that is cut off it would stay unknown whether it ran; one that is refused can be made again in a new session. */
  async #letOthersBeRefused(error: unknown): Promise<void> {
    this.#parts.onOver(this.#parts.transport.explainEnd(error));
    await waitAtMost(Promise.allSettled(this.#inFlight), refusalsMs);
  }

  /** Ends the session for what `error` showed. */
  async #lose(error: unknown): Promise<void> {
    this.#cause ??= error;
    await this.#parts.transport.close();
  }

  /** Asked once for everybody who wonders at the same time; any answer will do. */
  #isThere(): Promise<boolean> {
    this.#asking ??= this.#parts.client
      .ping({ timeout: aliveMs })
      .then(
        () => true,
        (error: unknown) =>
          error instanceof UnauthorizedRequest ||
          isNotMcp(error) ||
          (error instanceof McpError && error.code !== (ErrorCode.RequestTimeout as number)) ||
          this.#parts.transport.explainRequest(error).mayPass === true,
      )
      .finally(() => (this.#asking = undefined));
    return this.#asking;
  }
}

/** The span of the request (MCP, SEP-414: `_meta` has `traceparent` without a prefix). */
function withTrace(params: JsonObject, { traceparent }: CallTrace): JsonObject {
  return { ...params, _meta: { traceparent } };
}

function tracedSession({ network, sessionId, protocolVersion }: SessionTransport): TracedSession {
  return { transport: network, ...(sessionId !== undefined && { sessionId }), ...(protocolVersion !== undefined && { protocolVersion }) };
}

/** Read again after a wait, which a direct comparison would not be. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
