// One MCP client's session: `executeCode` and `findTools` as MCP tools (MCP 2025-11-25), with the signatures of tools in their
// descriptions, live progress, cancellation, and questions about writes by elicitation.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  SetLevelRequestSchema,
  type CallToolResult,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  type ElicitResult,
  type LoggingLevel,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { ContentBlock } from '../catalog/contentBlock.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { allowingWrites, type Approver } from '../engine/consent/approval.ts';
import { bothObservers } from '../engine/bothObservers.ts';
import type { ExecuteRequest, RunObserver } from '../engine/executeRequest.ts';
import type { Engine } from '../engine/executeScript.ts';
import { answerFindTools } from '../engine/answerFindTools.ts';
import { formatResult } from '../engine/formatting/formatResult.ts';
import { defaultBudget } from '../engine/textBudget.ts';
import type { RunOutcome } from '../engine/runOutcome.ts';
import { bytesRead } from '../engine/usage/sparedCalls.ts';
import type { MeteredCall } from '../engine/usage/usageMeter.ts';
import type { PastRuns } from '../runs/pastRuns.ts';
import type { UsageDoor } from '../storage/usageStore.ts';
import type { ResultStore } from '../storage/resultStore.ts';
import type { Offer } from './clientOffers.ts';
import { serveAppViews, viewCapabilities } from './appViews.ts';
import { canFillForms, progressSender, type ClientRequest } from './clientRequest.ts';
import { serveUntilClosed, type ClientSession } from './clientSession.ts';
import { ElicitationApprover, type Ask } from './elicitationApprover.ts';
import type { Metrics } from './metrics.ts';
import { progressReporter } from './progressReporter.ts';
import { scriptLog } from './scriptLog.ts';
import { executeCodeTool, findToolsTool, instructions } from './toolDefinitions.ts';

/** One call of `executeCode`, for who runs scripts in place of the server itself. */
export interface ScriptCall {
  /** As it came: checked by the engine. */
  readonly input: Pick<ExecuteRequest, 'code' | 'args' | 'timeoutMs' | 'dryRun' | 'asksFirst'> & {
    readonly resume: unknown;
    readonly inFlight?: unknown;
  };
  /** `_meta` of the request. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Asks the client's user; undefined where the client cannot. */
  readonly ask: Ask | undefined;
  readonly observer: RunObserver;
  readonly signal: AbortSignal;
}

/** `session`: whose results keep what the answer has no room for. */
export interface RanScript {
  readonly outcome: RunOutcome;
  readonly session: string;
}

/** Counts what scripts spare the client's model. */
export interface ClientUsage {
  /** `_meta` of the request. */
  begin(meta: Readonly<Record<string, unknown>>): MeteredCall;
  /** Where a script comes from; undefined for a search. */
  doorOf(code: unknown): UsageDoor | undefined;
}

export interface CodeModeServerOptions {
  /** What the client is offered, by the name that it gives itself. */
  readonly offerTo: (client: string | undefined) => Offer;
  readonly results: ResultStore;
  /** Whose store and kept results this client's scripts see. */
  readonly session: string;
  readonly version: string;
  /** True if scripts write without a question, except where a rule wants to be asked for. */
  readonly allowWrites: boolean;
  /** True if scripts can call tools that may write and that ask nobody; read at each list and run. Default: there are none. */
  readonly hasUnaskedTools?: () => boolean;
  /** Runs scripts for a front door that has approvals of its own. Default: the engine, in `session`, asking the client's user. */
  readonly run?: (call: ScriptCall) => Promise<RanScript>;
  /** Of this folder. */
  readonly runs: Pick<PastRuns, 'resume'>;
  readonly metrics?: Metrics;
  readonly usage?: ClientUsage;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

type Arguments = Readonly<Record<string, unknown>>;

/** How long a question waits for its answer. */
const ANSWER_MS = 600_000;

export class CodeModeServer implements ClientSession {
  readonly #options: CodeModeServerOptions;
  readonly #server: McpServer['server'];
  readonly #stops: (() => void)[] = [];
  #offered: Offer | undefined;
  /** Settles when all that was spared by now is counted. */
  #counted: Promise<unknown> = Promise.resolve();
  /** Of the ordinary tools. */
  #listed: ReadonlyMap<string, Tool> = new Map();
  /** True if `executeCode` was listed last as writing unasked; undefined before it is listed. */
  #listedAsWriting: boolean | undefined;
  /** From which level on the client wants what scripts log. */
  #logLevel: LoggingLevel = 'info';

  constructor(options: CodeModeServerOptions) {
    this.#options = options;
    const info = { name: 'code-mode', title: 'Code Mode', version: options.version };
    const { server } = new McpServer(info, {
      capabilities: { tools: { listChanged: true }, logging: {}, ...viewCapabilities },
      instructions,
    });
    server.setRequestHandler(ListToolsRequestSchema, async (_request, { signal }) => {
      const { engine, signatures, passthrough } = this.#offer();
      const [text, passed = []] = await Promise.all([signatures?.read(signal), passthrough?.list(signal)]);
      this.#listed = new Map(passed.map((tool) => [tool.name, tool]));
      const writesUnasked = await this.#writesUnasked(engine);
      this.#listedAsWriting = writesUnasked;
      const own = text === undefined ? [] : [executeCodeTool(text, writesUnasked), findToolsTool()];
      return { tools: [...own, ...passed] };
    });
    server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
      this.#logLevel = params.level;
      return {};
    });
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => this.#call(params.name, params.arguments ?? {}, extra));
    serveAppViews(server, (uri, request) => {
      const { passthrough } = this.#offer();
      if (passthrough) return passthrough.readView(uri, request);
      throw new McpError(ErrorCode.InvalidParams, 'There are no resources here.');
    });
    this.#server = server;
  }

  /** How the client's user can be asked; known as soon as the client has initialized. */
  get modes(): { readonly form: boolean; readonly url: boolean } {
    const capabilities = this.#server.getClientCapabilities() ?? {};
    return { form: canFillForms(capabilities), url: capabilities.elicitation?.url !== undefined };
  }

  /** Asks the client's user outside of a request of the client. Rejects when `signal` aborts, and when no answer comes. */
  elicit(params: ElicitRequestFormParams | ElicitRequestURLParams, signal: AbortSignal): Promise<ElicitResult> {
    return this.#server.elicitInput(params, { signal, timeout: ANSWER_MS });
  }

  async serve(transport: Transport, signal: AbortSignal): Promise<void> {
    try {
      await serveUntilClosed(this.#server, transport, signal, ({ message }) => this.#options.log(`MCP client: ${message}`));
    } finally {
      // A client may leave right after its last answer.
      await this.#counted;
      for (const stop of this.#stops) stop();
      this.#offered?.engine.forget(this.#options.session);
    }
  }

  /** It has said who it is before its first request (MCP 2025-11-25, "Initialization"). */
  #offer(): Offer {
    if (this.#offered) return this.#offered;
    const offer = this.#options.offerTo(this.#server.getClientVersion()?.name);
    for (const list of [offer.signatures, offer.passthrough]) if (list) this.#stops.push(list.onDidChange(() => this.#announce()));
    this.#offered = offer;
    return offer;
  }

  #announce(): void {
    // A client that is gone reads nothing.
    this.#server.sendToolListChanged().catch(() => undefined);
  }

  /** The answer changes with rules and tools. */
  async #writesUnasked(engine: Engine): Promise<boolean> {
    const { allowWrites, hasUnaskedTools } = this.#options;
    return allowWrites || hasUnaskedTools?.() === true || (await engine.writesUnasked());
  }

  async #call(name: string, input: Arguments, extra: ClientRequest): Promise<CallToolResult> {
    const { engine, signatures, passthrough } = this.#offer();
    if (signatures && name === 'executeCode') return this.#executeCode(engine, input, extra);
    if (signatures && name === 'findTools') return this.#findTools(engine, input, extra);
    const client = { capabilities: this.#server.getClientCapabilities(), listed: this.#listed };
    // It came as JSON.
    if (passthrough) return passthrough.call(name, input as JsonObject, extra, client);
    throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name}". List the tools again.`);
  }

  async #executeCode(engine: Engine, input: Arguments, extra: ClientRequest): Promise<CallToolResult> {
    const { code, args, timeoutMs, dryRun, resume, inFlight } = input;
    const { results, metrics, usage } = this.#options;
    const run = this.#options.run ?? ((call: ScriptCall) => this.#run(engine, call));
    const send = progressSender(extra);
    using metered = usage?.begin(extra._meta ?? {});
    const observer = { ...(send && progressReporter(send)), ...this.#log(extra) };
    const told = this.#listedAsWriting;
    // A client may run read-only tools by itself, so what was listed as such holds until the client lists it again.
    if (told !== undefined && told !== (await this.#writesUnasked(engine))) this.#announce();
    const ask = canFillForms(this.#server.getClientCapabilities() ?? {}) ? askBy(extra) : undefined;
    const { outcome, session } = await run({
      input: { code, args, timeoutMs, dryRun, resume, asksFirst: told === false, ...(!ask && { inFlight }) },
      meta: extra._meta ?? {},
      ask,
      observer: metered ? bothObservers(observer, metered) : observer,
      signal: extra.signal,
    });
    const keep = (value: JsonValue, size: number) => results.keep(session, value, size, outcome.origins);
    const { text, pictures } = await formatResult(outcome, defaultBudget, keep, !ask);
    metrics?.record(outcome, { code, text });
    const beside: readonly ContentBlock[] = [...pictures, ...outcome.displays];
    this.#count(metered, code, bytesRead(text, beside));
    const blocks: readonly ContentBlock[] = [{ type: 'text', text }, ...beside];
    return { content: blocks as CallToolResult['content'], isError: !outcome.ok }; // the same blocks, as readonly lists
  }

  async #run(engine: Engine, { input, meta, ask, observer, signal }: ScriptCall): Promise<RanScript> {
    const { session } = this.#options;
    const client = this.#server.getClientVersion()?.name;
    const origin = { door: 'serve', traceparent: meta['traceparent'], ...(client !== undefined && { name: client }) } as const;
    const { resume, inFlight, ...script } = input;
    const request = { ...script, origin, session, approver: this.#approver(ask), observer, signal };
    if (resume === undefined) return { outcome: await engine.execute(request), session };
    return { outcome: await this.#options.runs.resume(engine, { ...request, run: resume, inFlight }), session };
  }

  async #findTools(engine: Engine, input: Arguments, { signal, _meta }: ClientRequest): Promise<CallToolResult> {
    using metered = this.#options.usage?.begin(_meta ?? {});
    const text = await answerFindTools(engine, input, defaultBudget, signal);
    this.#count(metered, undefined, bytesRead(text));
    return { content: [{ type: 'text', text }] };
  }

  #count(metered: MeteredCall | undefined, code: unknown, read: number): void {
    const counted = metered?.ended(this.#options.usage?.doorOf(code), read);
    this.#counted = Promise.all([this.#counted, counted]);
  }

  #approver(ask: Ask | undefined): Approver {
    const approver = new ElicitationApprover(ask);
    return this.#options.allowWrites ? allowingWrites(approver) : approver;
  }

  /** The lines of the script's console (MCP 2025-11-25, "Logging"), whose text its result has, too. */
  #log({ sendNotification }: ClientRequest) {
    return scriptLog(this.#logLevel, (params) => {
      sendNotification({ method: 'notifications/message', params }).catch(() => undefined);
    });
  }
}

/** A form with one choice, whose first answer, no, is the default; a closed form counts as that. */
function askBy({ sendRequest }: ClientRequest): Ask {
  return async (message, answers, signal) => {
    const requestedSchema = {
      type: 'object' as const,
      properties: { answer: { type: 'string' as const, title: 'Answer', enum: [...answers], default: answers[0] } },
      required: ['answer'],
    };
    const request = { method: 'elicitation/create' as const, params: { mode: 'form' as const, message, requestedSchema } };
    try {
      const { action, content } = await sendRequest(request, ElicitResultSchema, { signal, timeout: ANSWER_MS });
      return action === 'accept' ? answers.find((known) => known === content?.['answer']) : answers[0];
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  };
}
