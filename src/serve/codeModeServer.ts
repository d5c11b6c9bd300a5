// One MCP client's session: `executeCode` and `findTools` as MCP tools (MCP 2025-11-25), with the signatures of tools in their
// descriptions, live progress, cancellation, and questions about writes by elicitation.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ElicitResultSchema, ErrorCode, McpError, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Catalog } from '../catalog/catalog.ts';
import type { ContentBlock } from '../catalog/contentBlock.ts';
import type { Declarations } from '../declarations/declarations.ts';
import type { Approval, Approver } from '../engine/approval.ts';
import type { Engine } from '../engine/executeScript.ts';
import { answerFindTools } from '../engine/find/answerFindTools.ts';
import { formatResult } from '../engine/formatting/formatResult.ts';
import { defaultBudget } from '../engine/textBudget.ts';
import type { ResultStore } from '../storage/resultStore.ts';
import { canFillForms, progressSender, type ClientRequest } from './clientRequest.ts';
import { serveUntilClosed, type ClientSession } from './clientSession.ts';
import { ElicitationApprover, type Ask } from './elicitationApprover.ts';
import type { Metrics } from './metrics.ts';
import { progressReporter } from './progressReporter.ts';
import { signaturesText } from './signatures.ts';
import { executeCodeTool, findToolsTool, instructions } from './toolDefinitions.ts';
import { ToolList } from './toolList.ts';

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

type Arguments = Readonly<Record<string, unknown>>;

/** How long a list of tools waits for servers; those that are slower come with `notifications/tools/list_changed`. */
const LIST_MS = 3_000;
/** How long a question waits for its answer. */
const ANSWER_MS = 600_000;

const allowAll: Approver = {
  approveRun: () => Promise.resolve({ granted: true }),
  approveCall: () => Promise.resolve({ granted: true }),
};

export class CodeModeServer implements ClientSession {
  readonly #options: CodeModeServerOptions;
  readonly #server: McpServer['server'];
  readonly #list: ToolList;

  constructor(options: CodeModeServerOptions) {
    this.#options = options;
    const info = { name: 'code-mode', title: 'Code Mode', version: options.version };
    const { server } = new McpServer(info, { capabilities: { tools: { listChanged: true }, logging: {} }, instructions });
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => this.#call(params.name, params.arguments ?? {}, extra));
    this.#server = server;
    this.#list = new ToolList(server, {
      tools: async (signal) => [executeCodeTool(await this.#signatures(signal), options.allowWrites), findToolsTool()],
      onDidChange: (listener) => options.catalog.onDidChange(listener),
      log: options.log,
    });
  }

  async serve(transport: Transport, signal: AbortSignal): Promise<void> {
    using _list = this.#list;
    try {
      await serveUntilClosed(this.#server, transport, signal, ({ message }) => this.#options.log(`MCP client: ${message}`));
    } finally {
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
        throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name}". There are executeCode and findTools.`);
    }
  }

  async #executeCode({ code, args, timeoutMs }: Arguments, extra: ClientRequest): Promise<CallToolResult> {
    const { engine, results, session, metrics } = this.#options;
    const send = progressSender(extra);
    const outcome = await engine.execute({
      ...{ code, args, timeoutMs, session },
      approver: this.#approver(extra),
      ...(send && { observer: progressReporter(send) }),
      signal: extra.signal,
    });
    metrics?.record(outcome);
    const { text, pictures } = await formatResult(outcome, defaultBudget, (value, size) => results.keep(session, value, size));
    const blocks: readonly ContentBlock[] = [{ type: 'text', text }, ...pictures, ...outcome.displays];
    return { content: blocks as CallToolResult['content'], isError: !outcome.ok }; // the same blocks, as readonly lists
  }

  async #findTools(input: Arguments, { signal }: ClientRequest): Promise<CallToolResult> {
    const text = await answerFindTools(this.#options.engine, input, defaultBudget, signal);
    return { content: [{ type: 'text', text }] };
  }

  #approver(extra: ClientRequest): Approver {
    if (this.#options.allowWrites) return allowAll;
    const canAsk = canFillForms(this.#server.getClientCapabilities() ?? {});
    return canAsk ? new ElicitationApprover(askBy(extra)) : refuseAll;
  }

  async #signatures(signal: AbortSignal): Promise<string> {
    const { engine, declarations, descriptionTokens, countTokens } = this.#options;
    if (descriptionTokens === 0) return '';
    const { servers } = await engine.snapshot({ servers: 'all', signal, timeoutMs: LIST_MS });
    return signaturesText(servers, declarations, descriptionTokens, countTokens);
  }
}

/** The client cannot ask its user. */
const refuseAll: Approver = {
  approveRun: ({ writes }) =>
    Promise.resolve(unavailable(`The script calls tools that can write: ${writes.map(({ path }) => path).join(', ')}.`)),
  approveCall: ({ tool }) => Promise.resolve(unavailable(`${tool.path} can write.`)),
};

function unavailable(what: string): Approval {
  const reason = `${what} This client cannot ask its user; start code-mode serve with --allow-writes to allow them.`;
  return { granted: false, why: 'unavailable', reason };
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
