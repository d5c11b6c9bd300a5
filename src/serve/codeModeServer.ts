// One MCP client's session: `executeCode` and `findTools` as MCP tools (MCP 2025-11-25), with the signatures of tools in their
// descriptions, live progress, cancellation, and questions about writes by elicitation.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Catalog } from '../catalog/catalog.ts';
import type { ContentBlock } from '../catalog/contentBlock.ts';
import type { Declarations } from '../declarations/declarations.ts';
import { allowingWrites, type Approval, type Approver } from '../engine/approval.ts';
import { eachRunReason, isAsked, type RuledTool } from '../engine/consent/approvalRules.ts';
import { effectOf, effectWords } from '../engine/consent/effectOf.ts';
import type { Engine } from '../engine/executeScript.ts';
import { answerFindTools } from '../engine/find/answerFindTools.ts';
import { formatResult } from '../engine/formatting/formatResult.ts';
import { defaultBudget } from '../engine/textBudget.ts';
import type { ResultStore } from '../storage/resultStore.ts';
import { ElicitationApprover, type Ask } from './elicitationApprover.ts';
import type { Metrics } from './metrics.ts';
import { progressReporter } from './progressReporter.ts';
import { signaturesText } from './signatures.ts';
import { executeCodeTool, findToolsTool, instructions } from './toolDefinitions.ts';

export interface CodeModeServerOptions {
  readonly engine: Engine;
  readonly catalog: Pick<Catalog, 'onDidChange'>;
  readonly declarations: Declarations;
  readonly results: ResultStore;
  /** Whose store and kept results this client's scripts see. */
  readonly session: string;
  readonly version: string;
  /** Whether scripts write without a question. */
  readonly allowWrites: boolean;
  /** Of signatures in `executeCode`'s description. */
  readonly descriptionTokens: number;
  readonly countTokens: (text: string) => Promise<number>;
  readonly metrics?: Metrics;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Arguments = Readonly<Record<string, unknown>>;

/** How long a list of tools waits for servers; those that are slower come with `notifications/tools/list_changed`. */
const LIST_MS = 3_000;
/** How long a question waits for its answer. */
const ANSWER_MS = 600_000;
/** Servers that start together change the list once. */
const CHANGE_MS = 300;

export class CodeModeServer {
  readonly #options: CodeModeServerOptions;
  readonly #server: McpServer['server'];
  readonly #closed = Promise.withResolvers<undefined>();
  readonly #stopListening: () => void;
  readonly #ended = new AbortController();
  /** As the client last read it. */
  #description: string | undefined;
  #changeTimer: NodeJS.Timeout | undefined;

  constructor(options: CodeModeServerOptions) {
    this.#options = options;
    const info = { name: 'code-mode', title: 'Code Mode', version: options.version };
    const { server } = new McpServer(info, { capabilities: { tools: { listChanged: true }, logging: {} }, instructions });
    server.setRequestHandler(ListToolsRequestSchema, async (_request, { signal }) => {
      this.#description = await this.#signatures(signal);
      return { tools: [executeCodeTool(this.#description, options.allowWrites), findToolsTool()] };
    });
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => this.#call(params.name, params.arguments ?? {}, extra));
    server.onclose = () => this.#closed.resolve(undefined);
    server.onerror = (error) => options.log(`MCP client: ${error.message}`);
    this.#server = server;
    this.#stopListening = options.catalog.onDidChange(() => {
      this.#changeTimer ??= setTimeout(() => void this.#announceChange(), CHANGE_MS);
    });
  }

  /** Serves the client at `transport` until it leaves, or `signal` aborts: then its runs are cancelled. */
  async serve(transport: Transport, signal: AbortSignal): Promise<void> {
    const close = () => void this.#server.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      await this.#server.connect(transport);
      if (signal.aborted) close();
      await this.#closed.promise;
    } finally {
      signal.removeEventListener('abort', close);
      this.#ended.abort();
      clearTimeout(this.#changeTimer);
      this.#stopListening();
      this.#options.engine.forget(this.#options.session);
    }
  }

  async #call(name: string, input: Arguments, extra: Extra): Promise<CallToolResult> {
    switch (name) {
      case 'executeCode':
        return this.#executeCode(input, extra);
      case 'findTools':
        return this.#findTools(input, extra);
      default:
        throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name}". There are executeCode and findTools.`);
    }
  }

  async #executeCode({ code, args, timeoutMs }: Arguments, extra: Extra): Promise<CallToolResult> {
    const { engine, results, session, metrics } = this.#options;
    const outcome = await engine.execute({
      ...{ code, args, timeoutMs, session },
      approver: this.#approver(extra),
      observer: this.#progress(extra),
      signal: extra.signal,
    });
    metrics?.record(outcome);
    const { text, pictures } = await formatResult(outcome, defaultBudget, (value, size) => results.keep(session, value, size));
    const blocks: readonly ContentBlock[] = [{ type: 'text', text }, ...pictures, ...outcome.displays];
    return { content: blocks as CallToolResult['content'], isError: !outcome.ok }; // the same blocks, as readonly lists
  }

  async #findTools(input: Arguments, { signal }: Extra): Promise<CallToolResult> {
    const text = await answerFindTools(this.#options.engine, input, defaultBudget, signal);
    return { content: [{ type: 'text', text }] };
  }

  #approver(extra: Extra): Approver {
    const { elicitation } = this.#server.getClientCapabilities() ?? {};
    // A client that names no mode has forms (MCP 2025-06-18).
    const canAsk = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
    const approver = canAsk ? new ElicitationApprover(askBy(extra)) : refuseAll;
    return this.#options.allowWrites ? allowingWrites(approver) : approver;
  }

  #progress({ _meta, sendNotification }: Extra) {
    const progressToken = _meta?.progressToken;
    if (progressToken === undefined) return {};
    return progressReporter((report) => {
      // A client that is gone gets nothing; its run is cancelled.
      sendNotification({ method: 'notifications/progress', params: { progressToken, ...report } }).catch(() => undefined);
    });
  }

  async #signatures(signal: AbortSignal): Promise<string> {
    const { engine, declarations, descriptionTokens, countTokens } = this.#options;
    if (descriptionTokens === 0) return '';
    const { servers } = await engine.snapshot({ servers: 'all', signal, timeoutMs: LIST_MS });
    return signaturesText(servers, declarations, descriptionTokens, countTokens);
  }

  /** Only what the client would read otherwise is a change. */
  async #announceChange(): Promise<void> {
    this.#changeTimer = undefined;
    if (this.#description === undefined) return;
    try {
      const description = await this.#signatures(this.#ended.signal);
      if (description !== this.#description) await this.#server.sendToolListChanged();
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      this.#options.log(`The list of tools could not be made again: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** The client cannot ask its user. */
const refuseAll: Approver = {
  approveRun: ({ uses }) => Promise.resolve(unavailable(uses.filter(({ ruling }) => isAsked(ruling)))),
  approveCall: (call) => Promise.resolve(unavailable([call])),
};

function unavailable(asked: readonly RuledTool[]): Approval {
  const named = asked.map(({ tool, ruling }) => `${tool.path} (${eachRunReason(ruling) ?? effectWords[effectOf(tool)]})`).join(', ');
  const byRule = asked.some(({ ruling }) => ruling.action === 'askEachRun');
  const how = byRule ? '' : '; start code-mode serve with --allow-writes to allow them';
  const reason = `The script calls tools that need approval: ${named}. This client cannot ask its user${how}.`;
  return { granted: false, why: 'unavailable', reason };
}

/** A form with one choice, whose first answer, no, is the default; a closed form counts as that. */
function askBy({ sendRequest }: Extra): Ask {
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
