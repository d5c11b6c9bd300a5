// Calls and other requests of one session. Each settles exactly once, and is cancelled at the server when its caller no longer wants it.
import {
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  type McpSubscription,
  type Progress,
  type SubscriptionFilter,
} from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { CallTrace, ToolResult, TracedSession } from '../../catalog/toolSource.ts';
import { rawIntegers, withoutBigInts } from '../../base/exactJson.ts';
import { UnauthorizedRequest } from '../auth/authChallenge.ts';
import { pagesOfError } from '../elicitation/page.ts';
import type { UserRequests } from '../elicitation/userRequests.ts';
import { waitAtMost } from '../../base/withTimeout.ts';
import type { SessionTransport } from '../transport/sessionTransport.ts';
import { errorData } from '../protocol/errorData.ts';
import { errorLine } from '../protocol/errorLine.ts';
import { guardResult } from '../protocol/guardResult.ts';
import type { ServerLog } from '../protocol/serverLog.ts';
import { noTimeoutMs, type McpClient } from './mcpClient.ts';
import type { RequestOutcome } from './requestOutcome.ts';
import type { SessionOptions, ToolCallOptions } from './session.ts';
import type { SessionRoots } from './sessionRoots.ts';
import { taskOf, taskResult, type TaskInHand, type TaskServer } from './taskCall.ts';
import { ThrottledProgress, type RequestOptions } from './throttledProgress.ts';

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
      return task ? await taskResult(task, this.#taskServer(options), options.signal) : answer;
    } finally {
      settled();
    }
  }

  #taskServer({ progress, ...asked }: RequestOptions): TaskServer {
    return {
      over: this.over,
      request: (method, about) => this.request(method, about, asked),
      cancel: (taskId) => void this.tellAfterwards('tasks/cancel', { taskId }),
      onMessage: (text) => progress?.came({ progress: 0, message: this.#parts.transport.secrets.hide(text) }),
    };
  }

  /** A request that is no longer needed, and on whose answer nothing depends. */
  async tellAfterwards(method: string, params: JsonObject): Promise<void> {
    if (this.ended !== undefined) return;
    const { client, log, transport } = this.#parts;
    const asked = client.ask(method, params, { timeout: afterwardsMs });
    await asked.catch((error: unknown) => log(`${method}: ${transport.secrets.hideInLine(errorLine(error))}`, 'debug'));
  }

  async request(method: string, params: JsonObject, options: RequestOptions): Promise<RequestOutcome<JsonObject>> {
    // A list asks no question: its caller may not even have wanted it.
    const settled = method === 'tools/list' ? undefined : this.#parts.userRequests.callBegins(options);
    try {
      const answer = await this.#outcomeOf(options.signal, (signal) => this.#answerTo(method, params, { ...options, signal }));
      if (answer.kind !== 'done') return answer;
      if (!isJsonObject(answer.value)) return { kind: 'refused', message: 'its answer is no object' };
      // The items of a list are guarded first, and hidden one by one.
      const hidden = method.endsWith('/list') ? undefined : this.#parts.transport.tokens;
      return { kind: 'done', value: hidden?.hideIn(answer.value) ?? answer.value };
    } finally {
      settled?.();
    }
  }

  /** Opens a stream of notifications (MCP 2026-07-28, `subscriptions/listen`), which outlives `signal` once it is open. */
  listen(filter: SubscriptionFilter, signal: AbortSignal): Promise<RequestOutcome<McpSubscription>> {
    return this.#outcomeOf(signal, () => this.#parts.client.listen(filter, { timeout: noTimeoutMs }));
  }

  /** Aborting `signal` cancels what `ask` does; the signal that it gets is its own. */
  async #outcomeOf<T>(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<T>): Promise<RequestOutcome<T>> {
    if (signal.aborted) return { kind: 'aborted' };
    const { ended } = this;
    if (ended !== undefined) return { kind: 'ended', reason: ended, asked: false };
    const controller = new AbortController();
    const cancel = () => controller.abort('the caller cancelled');
    signal.addEventListener('abort', cancel, { once: true });
    this.#pending.add(controller);
    try {
      return { kind: 'done', value: await ask(controller.signal) };
    } catch (error) {
      return isAborted(signal) ? { kind: 'aborted' } : await this.#explain(error);
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#pending.delete(controller);
    }
  }

  /** Asks once more when the server wants the person to visit a page first (MCP `URLElicitationRequiredError`). */
  async #answerTo(method: string, params: JsonObject, options: RequestOptions): Promise<unknown> {
    try {
      return await this.#send(method, params, options);
    } catch (error) {
      const pages =
        error instanceof ProtocolError && error.code === (ProtocolErrorCode.UrlElicitationRequired as number) && pagesOfError(error.data);
      const { elicitation } = this.#parts.userInteraction;
      if (!pages || !elicitation) throw error;
      options.onSent?.(false);
      const refusal = await this.#parts.userRequests.visitFirst(elicitation, pages, options);
      if (refusal !== undefined) throw new ProtocolError(error.code, refusal);
      return this.#send(method, params, options);
    }
  }

  async #send(method: string, params: JsonObject, { signal, progress, onSent, trace, inputSchema }: RequestOptions): Promise<unknown> {
    const { secrets } = this.#parts.transport;
    onSent?.(true);
    trace?.sentOver(this.#tracedSession());
    const sent = {
      signal,
      timeout: noTimeoutMs,
      ...(progress && { onprogress: (told: Progress) => progress.came({ ...told, message: secrets.hide(told.message ?? '') }) }),
    };
    const asked = this.#parts.client.ask(method, trace ? withTrace(params, trace) : params, sent, inputSchema);
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

  #tracedSession(): TracedSession {
    const { client, transport } = this.#parts;
    const { network, sessionId } = transport;
    const protocolVersion = client.getNegotiatedProtocolVersion();
    return { transport: network, ...(sessionId !== undefined && { sessionId }), ...(protocolVersion !== undefined && { protocolVersion }) };
  }

  async #explain(error: unknown): Promise<RequestOutcome<never>> {
    if (error instanceof UnauthorizedRequest) return { kind: 'unauthorized', refusal: error.refusal };
    const { message, gone, asked, mayPass, isLost = gone === 'perhaps' && asked } = this.#parts.transport.explainRequest(error);
    if (this.ended === undefined) {
      const lost = gone === 'perhaps' ? !(await this.#isThere()) : gone;
      const { secrets } = this.#parts.transport;
      const { data, text } = errorData(error, secrets);
      const told = secrets.hide(message) + text;
      const code = error instanceof ProtocolError ? error.code : undefined;
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
          error instanceof ProtocolError ||
          (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) ||
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

/** Read again after a wait, which a direct comparison would not be. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
