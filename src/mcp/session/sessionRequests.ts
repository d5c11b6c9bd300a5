// Calls and other requests of one session. Each request settles exactly once, and is cancelled at the server when its
// caller no longer needs it.
import {
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  type McpSubscription,
  type Progress,
  type SubscriptionFilter,
} from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { ToolResult, TracedSession } from '../../catalog/index.ts';
import { rawIntegers, withoutBigInts } from '../../base/exactJson.ts';
import { UnauthorizedRequest } from '../auth/index.ts';
import { pagesOfError, type UserRequests } from '../elicitation/index.ts';
import { waitAtMost } from '../../base/withTimeout.ts';
import type { SessionTransport } from '../transport/sessionTransport.ts';
import { errorData } from '../protocol/errorData.ts';
import { errorLine } from '../protocol/errorLine.ts';
import { guardResult } from '../protocol/guardResult.ts';
import { noTimeoutMs, type McpClient } from './mcpClient.ts';
import type { JsonOutcome, RequestOutcome } from './requestOutcome.ts';
import type { SessionOptions, ToolCallOptions } from './session.ts';
import type { SessionRoots } from './sessionRoots.ts';
import { taskOf, taskResult, type TaskInHand, type TaskServer } from './taskCall.ts';
import { ThrottledProgress, type RequestOptions } from './throttledProgress.ts';

const aliveMs = 5_000;
const afterwardsMs = 5_000;
/** Milliseconds that pending requests have to be refused one by one after the end, before they are cut off. */
const refusalsMs = 1_000;

interface RequestParts {
  readonly client: McpClient;
  readonly transport: SessionTransport;
  readonly userRequests: UserRequests;
  readonly options: SessionOptions;
  readonly roots: SessionRoots | undefined;
  /** Called when a request shows that the session has ended. */
  readonly onOver: (reason: string) => void;
}

export class SessionRequests {
  readonly #parts: RequestParts;
  readonly #pending = new Set<AbortController>();
  readonly #inFlight = new Set<Promise<unknown>>();
  /** Aborted with the reason for the end of the session. */
  readonly #over = new AbortController();
  /** The error by which a request noticed the end of the session. */
  cause: unknown;
  #asking: Promise<boolean> | undefined;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  /** Reason why nothing can be requested any more; undefined while the session lives. */
  get ended(): string | undefined {
    return this.over.aborted ? String(this.over.reason) : undefined;
  }

  /** Aborted as soon as nothing can be requested any more. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Ends all further requests. Pending requests are left to the transport. */
  end(reason: string): void {
    this.#over.abort(reason);
  }

  cancelAll(): void {
    for (const pending of this.#pending) pending.abort('client closing');
  }

  async callTool(
    tool: string,
    input: JsonObject,
    options: ToolCallOptions,
  ): Promise<RequestOutcome<ToolResult>> {
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
    // Tools explain a failure in their own words, and some repeat the key that was not accepted.
    const shown = answer.value['isError'] === true ? transport.secrets.hideIn(answer.value) : answer.value;
    return { kind: 'done', value: guardResult(shown) };
  }

  async #callAsTask(params: JsonObject, inHand: TaskInHand, options: RequestOptions): Promise<JsonOutcome> {
    // The server may also ask the user between two requests of a task.
    using _call = this.#parts.userRequests.callBegins(options);
    const answer: JsonOutcome = inHand.begun
      ? { kind: 'done', value: inHand.begun }
      : await this.request('tools/call', { ...params, task: {} }, options);
    if (answer.kind !== 'done') return answer;
    const task = taskOf(answer.value);
    if (task) inHand.begun = answer.value;
    return task ? await taskResult(task, this.#taskServer(options), options.signal) : answer;
  }

  #taskServer({ progress, ...asked }: RequestOptions): TaskServer {
    return {
      over: AbortSignal.any([asked.signal, this.over]),
      request: (method, about) => this.request(method, about, asked),
      cancel: (taskId) => void this.tellAfterwards('tasks/cancel', { taskId }),
      onMessage: (text) => progress?.came({ progress: 0, message: this.#parts.transport.secrets.hide(text) }),
    };
  }

  /** Sends a request whose response does not matter. */
  async tellAfterwards(method: string, params: JsonObject): Promise<void> {
    if (this.ended !== undefined) return;
    const { client, options, transport } = this.#parts;
    const asked = client.ask(method, params, { timeout: afterwardsMs });
    await asked.catch((error: unknown) =>
      options.log(`${method}: ${transport.secrets.hideInLine(errorLine(error))}`, 'debug'),
    );
  }

  async request(method: string, params: JsonObject, options: RequestOptions): Promise<JsonOutcome> {
    // A tool list must not lead to questions to the user, because nobody may have asked for the list.
    using _call = method === 'tools/list' ? undefined : this.#parts.userRequests.callBegins(options);
    const answer = await this.#outcomeOf(options.signal, (signal) =>
      this.#answerTo(method, params, { ...options, signal }),
    );
    if (answer.kind !== 'done') return answer;
    const { value } = answer;
    if (!isJsonObject(value)) return { kind: 'refused', message: 'its answer is no object' };
    // Secrets in lists are hidden later, in each checked item.
    return { kind: 'done', value: method.endsWith('/list') ? value : this.withoutTokens(value) };
  }

  /** Hides the tokens of the server's sign-in, which even a script must not see. */
  withoutTokens<T extends JsonValue>(value: T): T {
    return this.#parts.options.authorization?.secrets.hideIn(value) ?? value;
  }

  /**
   * Opens a stream of notifications (MCP 2026-07-28, `subscriptions/listen`). Aborting `signal` cancels the opening,
   * but does not close an open stream.
   */
  listen(filter: SubscriptionFilter, signal: AbortSignal): Promise<RequestOutcome<McpSubscription>> {
    return this.#outcomeOf(signal, () => this.#parts.client.listen(filter, { timeout: noTimeoutMs }));
  }

  /** Runs `ask` with a signal that is aborted with `signal`, or when the session cancels its requests. */
  async #outcomeOf<T>(
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<T>,
  ): Promise<RequestOutcome<T>> {
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

  /** Sends the request, and again after a visit if it needs one first (MCP `URLElicitationRequiredError`). */
  async #answerTo(method: string, params: JsonObject, options: RequestOptions): Promise<unknown> {
    try {
      return await this.#send(method, params, options);
    } catch (error) {
      const pages =
        error instanceof ProtocolError &&
        error.code === (ProtocolErrorCode.UrlElicitationRequired as number) &&
        pagesOfError(error.data);
      const { elicitation } = this.#parts.options.userInteraction;
      if (!pages || !elicitation) throw error;
      options.onSent?.(false);
      const refusal = await this.#parts.userRequests.visitFirst(elicitation, pages, options);
      if (refusal !== undefined) throw new ProtocolError(error.code, refusal);
      return this.#send(method, params, options);
    }
  }

  async #send(
    method: string,
    params: JsonObject,
    { signal, progress, onSent, trace, inputSchema }: RequestOptions,
  ): Promise<unknown> {
    const { secrets } = this.#parts.transport;
    onSent?.(true);
    trace?.sentOver(this.#tracedSession());
    const sent = {
      signal,
      timeout: noTimeoutMs,
      ...(progress && {
        onprogress: (told: Progress) => progress.came({ ...told, message: secrets.hide(told.message ?? '') }),
      }),
    };
    // The span of the request (MCP, SEP-414: `_meta` has `traceparent` without a prefix).
    const traced = trace ? { ...params, _meta: { traceparent: trace.traceparent } } : params;
    const asked = this.#parts.client.ask(method, traced, sent, inputSchema);
    this.#inFlight.add(asked);
    try {
      const answer = await asked;
      // Lists contain schemas and texts that other code reads, so their integers become numbers.
      return method.endsWith('/list') ? withoutBigInts(answer, Number) : answer;
    } finally {
      this.#inFlight.delete(asked);
    }
  }

  #tracedSession(): TracedSession {
    const { client, transport } = this.#parts;
    const { network, sessionId } = transport;
    const protocolVersion = client.getNegotiatedProtocolVersion();
    return {
      transport: network,
      ...(sessionId !== undefined && { sessionId }),
      ...(protocolVersion !== undefined && { protocolVersion }),
    };
  }

  async #explain(error: unknown): Promise<RequestOutcome<never>> {
    if (error instanceof UnauthorizedRequest) return { kind: 'unauthorized', refusal: error.refusal };
    const { transport } = this.#parts;
    const failure = transport.explainRequest(error);
    const { message, gone, asked, mayPass, isLost = gone === 'perhaps' && asked } = failure;
    if (this.ended === undefined) {
      const lost = gone === 'perhaps' ? !(await this.#isThere()) : gone;
      const { data, text } = errorData(error, transport.secrets);
      const told = transport.secrets.hide(message) + text;
      const code = error instanceof ProtocolError ? error.code : undefined;
      if (!lost)
        return isLost
          ? { kind: 'lost', message: told }
          : { kind: 'refused', message: told, code, data, mayPass };
      if (!asked) {
        // The other requests get time to be refused: a refused request can be repeated in a new session, whereas one
        // that is cut off may have run.
        this.#parts.onOver(transport.explainEnd(error));
        await waitAtMost(Promise.allSettled(this.#inFlight), refusalsMs);
      }
      this.cause ??= error;
      await transport.close();
    }
    return { kind: 'ended', reason: this.ended ?? transport.secrets.hide(message), asked };
  }

  /** Pings the server. Callers at the same time share one ping, and any response counts. */
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

/** A function, because TypeScript would assume that `signal.aborted` is unchanged after a wait. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
