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
} from '@modelcontextprotocol/sdk/types.js';
import type { ContentBlock } from '../catalog/contentBlock.ts';
import type { JsonObject } from '../catalog/json.ts';
import { allowingWrites, type Approver } from '../engine/approval.ts';
import { bothObservers } from '../engine/bothObservers.ts';
import type { ExecuteRequest, RunObserver } from '../engine/executeRequest.ts';
import type { Engine } from '../engine/executeScript.ts';
import { answerFindTools } from '../engine/find/answerFindTools.ts';
import { formatResult } from '../engine/formatting/formatResult.ts';
import { defaultBudget } from '../engine/textBudget.ts';
import type { RunOutcome } from '../engine/runOutcome.ts';
import type { MeteredCall } from '../engine/usage/usageMeter.ts';
import type { UsageDoor } from '../storage/usageStore.ts';
import type { ResultStore } from '../storage/resultStore.ts';
import { canFillForms, progressSender, type ClientRequest } from './clientRequest.ts';
import { serveUntilClosed, type ClientSession } from './clientSession.ts';
import { ElicitationApprover, type Ask } from './elicitationApprover.ts';
import type { Metrics } from './metrics.ts';
import { progressReporter } from './progressReporter.ts';
import { scriptLog } from './scriptLog.ts';
import { executeCodeTool, findToolsTool, instructions } from './toolDefinitions.ts';
import type { SharedPassthrough } from './sharedPassthrough.ts';
import type { ToolSignatures } from './toolSignatures.ts';

/** One call of `executeCode`, for who runs scripts in place of the server itself. */
export interface ScriptCall {
  /** As it came: checked by the engine. */
  readonly input: Pick<ExecuteRequest, 'code' | 'args' | 'timeoutMs' | 'dryRun'>;
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

/** Counts what the client's model spends on us. */
export interface ClientUsage {
  /** `_meta` of the request. */
  begin(meta: Readonly<Record<string, unknown>>): MeteredCall;
  /** Where a script comes from; undefined for a search. */
  doorOf(code: unknown): UsageDoor | undefined;
}

export interface CodeModeServerOptions {
  readonly engine: Engine;
  /** Of all clients. */
  readonly signatures: ToolSignatures;
  /** Tools that stay tools, offered beside ours. */
  readonly passthrough?: SharedPassthrough;
  readonly results: ResultStore;
  /** Whose store and kept results this client's scripts see. */
  readonly session: string;
  readonly version: string;
  /** Whether scripts write without a question. */
  readonly allowWrites: boolean;
  /** Runs scripts for a front door that has approvals of its own. Default: the engine, in `session`, asking the client's user. */
  readonly run?: (call: ScriptCall) => Promise<RanScript>;
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
  readonly #stopListening: () => void;
  /** From which level on the client wants what scripts log. */
  #logLevel: LoggingLevel = 'info';

  constructor(options: CodeModeServerOptions) {
    this.#options = options;
    const info = { name: 'code-mode', title: 'Code Mode', version: options.version };
    const { server } = new McpServer(info, { capabilities: { tools: { listChanged: true }, logging: {} }, instructions });
    server.setRequestHandler(ListToolsRequestSchema, async (_request, { signal }) => {
      const [signatures, passed = []] = await Promise.all([options.signatures.read(signal), options.passthrough?.list(signal)]);
      return { tools: [executeCodeTool(signatures, options.allowWrites), findToolsTool(), ...passed] };
    });
    server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
      this.#logLevel = params.level;
      return {};
    });
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => this.#call(params.name, params.arguments ?? {}, extra));
    this.#server = server;
    // A client that is gone reads nothing.
    const announce = () => void server.sendToolListChanged().catch(() => undefined);
    const stops = [options.signatures, options.passthrough].map((list) => list?.onDidChange(announce));
    this.#stopListening = () => stops.forEach((stop) => stop?.());
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
      this.#stopListening();
      this.#options.engine.forget(this.#options.session);
    }
  }

  async #call(name: string, input: Arguments, extra: ClientRequest): Promise<CallToolResult> {
    switch (name) {
      case 'executeCode':
        return this.#executeCode(input, extra);
      case 'findTools':
        return this.#findTools(input, extra);
      default:
        // It came as JSON.
        if (this.#options.passthrough) return this.#options.passthrough.call(name, input as JsonObject, extra);
        throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name}". There are executeCode and findTools.`);
    }
  }

  async #executeCode({ code, args, timeoutMs, dryRun }: Arguments, extra: ClientRequest): Promise<CallToolResult> {
    const { results, metrics, usage } = this.#options;
    const run = this.#options.run ?? ((call: ScriptCall) => this.#run(call));
    const send = progressSender(extra);
    const metered = usage?.begin(extra._meta ?? {});
    const observer = { ...(send && progressReporter(send)), ...this.#log(extra) };
    const { outcome, session } = await run({
      input: { code, args, timeoutMs, dryRun },
      meta: extra._meta ?? {},
      ask: canFillForms(this.#server.getClientCapabilities() ?? {}) ? askBy(extra) : undefined,
      observer: metered ? bothObservers(observer, metered) : observer,
      signal: extra.signal,
    });
    metrics?.record(outcome);
    const { text, pictures } = await formatResult(outcome, defaultBudget, (value, size) => results.keep(session, value, size));
    void metered?.ended(usage?.doorOf(code), typeof code === 'string' ? code : '', text);
    const blocks: readonly ContentBlock[] = [{ type: 'text', text }, ...pictures, ...outcome.displays];
    return { content: blocks as CallToolResult['content'], isError: !outcome.ok }; // the same blocks, as readonly lists
  }

  async #run({ input, ask, observer, signal }: ScriptCall): Promise<RanScript> {
    const { engine, session } = this.#options;
    return { outcome: await engine.execute({ ...input, session, approver: this.#approver(ask), observer, signal }), session };
  }

  async #findTools(input: Arguments, { signal, _meta }: ClientRequest): Promise<CallToolResult> {
    const { engine, usage } = this.#options;
    const metered = usage?.begin(_meta ?? {});
    const text = await answerFindTools(engine, input, defaultBudget, signal);
    void metered?.ended(usage?.doorOf(undefined), '', text);
    return { content: [{ type: 'text', text }] };
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
