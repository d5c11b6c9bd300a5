// Requests of one session. Each settles exactly once, and is cancelled at the server when its caller no longer wants it.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject } from '../../catalog/json.ts';
import { UnauthorizedRequest } from '../auth/authChallenge.ts';
import { pagesOfError } from '../elicitation/page.ts';
import type { UserRequests } from '../elicitation/userRequests.ts';
import { waitAtMost } from '../../catalog/withTimeout.ts';
import type { SessionTransport } from '../transport/sessionTransport.ts';
import { isNotMcp } from '../protocol/errorMessage.ts';
import type { SessionOptions, TakePage } from './session.ts';
import type { RequestOutcome } from './requestOutcome.ts';
import type { RequestOptions } from './throttledProgress.ts';

/** The longest time a timer can have: who asks owns the clock, through its signal. */
export const noTimeoutMs = 2 ** 31 - 1;
const aliveMs = 5_000;
/** How long requests of a session that is over may take to be refused one by one, before they are cut off. */
const refusalsMs = 1_000;

interface RequestParts {
  readonly client: Client;
  readonly transport: SessionTransport;
  readonly userRequests: UserRequests;
  readonly userInteraction: SessionOptions['userInteraction'];
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
    for (const pending of this.#pending) pending.abort('the client is closing');
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
    // Nobody is asked for a list: who made it may not even have wanted one.
    const settled = method === 'tools/list' ? undefined : this.#parts.userRequests.callBegins(options);
    try {
      const answer = await this.#answerTo(method, params, { ...options, signal: controller.signal });
      if (!isJsonObject(answer)) return { kind: 'refused', message: 'its answer is not an object' };
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
      if (refusal !== undefined) throw new McpError(error.code, refusal, error.data);
      return this.#send(method, params, options);
    }
  }

  async #send(method: string, params: JsonObject, { signal, progress, onSent }: RequestOptions): Promise<unknown> {
    const { secrets } = this.#parts.transport;
    onSent?.(true);
    const asked = this.#parts.client.request({ method, params }, ResultSchema, {
      signal,
      timeout: noTimeoutMs,
      ...(progress && { onprogress: (told) => progress.came({ ...told, message: secrets.hide(told.message ?? '') }) }),
    });
    this.#inFlight.add(asked);
    try {
      return await asked;
    } finally {
      this.#inFlight.delete(asked);
    }
  }

  async #explain(error: unknown): Promise<RequestOutcome<never>> {
    if (error instanceof UnauthorizedRequest) return { kind: 'unauthorized', refusal: error.refusal };
    const { message, gone, asked, mayPass } = this.#parts.transport.explainRequest(error);
    if (this.ended === undefined) {
      const lost = gone === 'perhaps' ? !(await this.#isThere()) : gone;
      const told = this.#parts.transport.secrets.hide(message);
      const code = error instanceof McpError ? error.code : undefined;
      if (!lost) return gone === 'perhaps' && asked ? { kind: 'lost', message: told } : { kind: 'refused', message: told, code, mayPass };
      if (!asked) await this.#letOthersBeRefused(error);
      await this.#lose(error);
    }
    return { kind: 'ended', reason: this.ended ?? this.#parts.transport.secrets.hide(message), asked };
  }

  /** Of a request that is cut off nobody would know whether it ran; one that is refused can be made again in a new session. */
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

/** Read again after a wait, which a direct comparison would not be. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

// Lists come in pages. A server that sends pages without end, or the same one again, is not followed.
const maxPages = 1_000;

/** Hands over the pages of a list, unguarded. */
export async function readPages(
  requests: SessionRequests,
  method: string,
  field: string,
  options: RequestOptions,
  take: TakePage,
): Promise<RequestOutcome<undefined>> {
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const page = await requests.request(method, cursor === undefined ? {} : { cursor }, options);
    if (page.kind !== 'done') return page;
    const { [field]: items, nextCursor } = page.value;
    if (!Array.isArray(items)) return { kind: 'refused', message: `its answer to "${method}" has no list of ${field}` };
    // An empty one is how some say that there is none.
    const isLast = typeof nextCursor !== 'string' || nextCursor === '';
    if (!isLast && cursors.has(nextCursor)) return { kind: 'refused', message: `its list of ${field} repeats a page without end` };
    if (!isLast && cursors.size >= maxPages) return { kind: 'refused', message: `its list of ${field} has more than ${maxPages} pages` };
    if (!(await take(items)) || isLast) return { kind: 'done', value: undefined };
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}
