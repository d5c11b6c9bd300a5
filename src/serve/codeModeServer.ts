// `executeCode` and `findTools` as MCP tools, with the signatures of tools in their descriptions, live progress, cancellation, and questions
// about writes by elicitation: the server of one connection (MCP 2024-11-05 to 2025-11-25), or of one request (MCP 2026-07-28).
import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import type { ContentBlock } from '../catalog/contentBlock.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { noValidator } from '../base/unchecked.ts';
import { allowingWrites, type Approver } from '../engine/consent/approval.ts';
import { bothObservers } from '../engine/bothObservers.ts';
import type { ExecuteRequest, RunObserver } from '../engine/executeRequest.ts';
import type { Engine } from '../engine/executeScript.ts';
import { answerFindTools } from '../engine/answerFindTools.ts';
import { formatResult, offersResume } from '../engine/formatting/formatResult.ts';
import { defaultBudget } from '../engine/textBudget.ts';
import type { RunOutcome } from '../engine/runOutcome.ts';
import { bytesRead } from '../engine/usage/sparedCalls.ts';
import type { MeteredCall } from '../engine/usage/usageMeter.ts';
import type { PastRuns } from '../runs/pastRuns.ts';
import type { UsageDoor } from '../storage/usageStore.ts';
import type { ResultStore } from '../storage/resultStore.ts';
import type { Offer } from './clientOffers.ts';
import { serveAppViews, viewCapabilities } from './appViews.ts';
import { canFillForms, announcedBy, clientOf, connectionCall, elicit, type CallingClient, type ClientCall } from './clientCall.ts';
import { serveUntilClosed, type ClientSession } from './clientSession.ts';
import { ElicitationApprover, type Ask } from './elicitationApprover.ts';
import type { Metrics } from './metrics.ts';
import { progressReporter } from './progressReporter.ts';
import { sessionOfRound, type RoundRequest, type Rounds } from './rounds.ts';
import { scriptLog, type LogLevel } from './scriptLog.ts';
import { identityOf, type SessionHandles } from './sessionHandles.ts';
import { executeCodeTool, findToolsTool, instructions } from './toolDefinitions.ts';
import { noListing, type ToolListing, type ToolListings } from './toolListings.ts';

/** One call of `executeCode`, for who runs scripts in place of the server itself. */
export interface ScriptCall {
  /** As it came: checked by the engine. */
  readonly input: Pick<ExecuteRequest, 'code' | 'title' | 'args' | 'timeoutMs' | 'dryRun' | 'asksFirst'> & {
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

/** The parts that requests without a connection share (MCP 2026-07-28). */
export interface RequestParts {
  readonly rounds: Rounds;
  readonly handles: SessionHandles;
  readonly listings: ToolListings;
  /** True if the server lasts for one client, over stdio, and tells it of changed lists by itself. */
  readonly announces: boolean;
  /** Tells the model what a run did whose process is gone; undefined if the run called nothing. */
  readonly whatBecameOf: (run: string) => Promise<string | undefined>;
  /** The same of the runs of a session whose processes are gone, but for the one that is resumed; of each once. Absent where sessions end with their process. */
  readonly interruptedRuns?: (session: string, resumed: unknown) => Promise<readonly string[]>;
}

export type CodeModeServerOptions = SharedOptions &
  (
    | {
        /** The session whose store and kept results the scripts of this connection see. */
        readonly session: string;
      }
    | { readonly requests: RequestParts }
  );

/** The same for all clients of a front door. */
export interface SharedOptions {
  /** What the client is offered, by the name that it gives itself. */
  readonly offerTo: (client: string | undefined) => Offer;
  readonly results: ResultStore;
  readonly version: string;
  /** True if scripts write without a question, except where a rule wants to be asked for. */
  readonly allowWrites: boolean;
  /** True if scripts can call tools that may write and that ask nobody; read at each list and run. Default: there are none. */
  readonly hasUnaskedTools?: () => boolean;
  /** Runs scripts for a front door that has approvals and sessions of its own. Default: the engine, asking the client's user. */
  readonly run?: (call: ScriptCall) => Promise<RanScript>;
  /** Of this folder. */
  readonly runs: Pick<PastRuns, 'resume'>;
  readonly metrics?: Metrics;
  readonly usage?: ClientUsage;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

type Arguments = Readonly<Record<string, unknown>>;

/** The session of a script. `handle`: the name that the client has to give for it, if it has to give one. */
interface ScriptSession {
  readonly name: string;
  readonly handle?: string;
}

/** How long a client may take a list for the current one that subscribes to no changes (MCP 2026-07-28, "Caching"). */
const listTtlMs = 60_000;

export class CodeModeServer implements ClientSession {
  readonly server: McpServer['server'];
  readonly #options: CodeModeServerOptions;
  readonly #requests: RequestParts | undefined;
  readonly #stops: (() => void)[] = [];
  readonly #calls = new Set<ClientCall>();
  /** The client that made the last request. */
  #client: CallingClient | undefined;
  #offered: Offer | undefined;
  /** Settles when all that was spared by now is counted. */
  #counted: Promise<unknown> = Promise.resolve();
  /** The tools that the client of this connection was listed last. */
  readonly #listing = noListing();
  /** From which level on the client of this connection wants what scripts log. */
  #logLevel: LogLevel = 'info';

  constructor(options: CodeModeServerOptions) {
    this.#options = options;
    this.#requests = 'requests' in options ? options.requests : undefined;
    const info = { name: 'code-mode', title: 'Code Mode', version: options.version };
    const { server } = new McpServer(info, {
      capabilities: { tools: { listChanged: true }, logging: {}, ...viewCapabilities },
      instructions,
      jsonSchemaValidator: noValidator,
      cacheHints: { 'tools/list': { ttlMs: listTtlMs } },
      ...(this.#requests && { requestState: { verify: this.#requests.rounds.verify } }),
    });
    server.setRequestHandler('tools/list', async (_request, context) => {
      const { name } = this.#seen(context);
      const { engine, signatures, passthrough } = this.#offer(name);
      const { signal } = context.mcpReq;
      const [text, passed = []] = await Promise.all([signatures?.read(signal), passthrough?.list(signal)]);
      const listing = this.#listingOf(name);
      listing.tools = new Map(passed.map((tool) => [tool.name, tool]));
      listing.writes = await this.#writesUnasked(engine);
      const own = text === undefined ? [] : [executeCodeTool(text, listing.writes, this.#namesSessions), findToolsTool()];
      return { tools: [...own, ...passed] };
    });
    server.setRequestHandler('logging/setLevel', ({ params }) => {
      this.#logLevel = params.level;
      return {};
    });
    server.setRequestHandler('tools/call', ({ params }, context) => {
      // It came as JSON.
      const { name, arguments: input = {} } = params as { readonly name: string; readonly arguments?: JsonObject };
      const session = this.#sessionOf(input, context);
      const work = (call: ClientCall) => this.#call(name, input, call, session);
      if (!this.#requests) return work(connectionCall(server, context, this.#logLevel));
      const request: RoundRequest = {
        client: this.#seen(context),
        params: { name, arguments: input },
        ...(session?.handle !== undefined && { session: session.handle }),
        work,
        lost: (run) => this.#lost(run, session),
      };
      return this.#requests.rounds.serve(context, request);
    });
    serveAppViews(server, (uri, context) => {
      const { passthrough } = this.#offer(this.#seen(context).name);
      if (passthrough) return passthrough.readView(uri, context.mcpReq.signal);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There are no resources here.');
    });
    this.server = server;
  }

  /** How the client's user can be asked; known as soon as the client has initialized, or has made a request. */
  get modes(): { readonly form: boolean; readonly url: boolean } {
    const capabilities = this.#client?.capabilities ?? announcedBy(this.server);
    return { form: canFillForms(capabilities), url: capabilities.elicitation?.url !== undefined };
  }

  /** Asks the client's user for a server of ours. Rejects when `signal` aborts, and when no answer comes. */
  elicit(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    // MCP 2026-07-28 has questions in answers alone.
    if (this.#requests)
      return this.#lastCall?.elicit(params, { signal }) ?? Promise.reject(new Error('no request of the client is under way'));
    return elicit((request, schema, options) => this.server.request(request, schema, options), params, signal);
  }

  async serve(transport: Transport, signal: AbortSignal): Promise<void> {
    try {
      await serveUntilClosed(this.server, transport, signal, ({ message }) => this.#options.log(`MCP client: ${message}`));
    } finally {
      await this.ended();
    }
  }

  /** To be called when the client has left; settles when all that it spent is counted. */
  async ended(): Promise<void> {
    // A client may leave right after its last answer.
    await this.#counted;
    for (const stop of this.#stops) stop();
    if ('session' in this.#options) this.#offered?.engine.forget(this.#options.session);
  }

  #seen(context: ServerContext): CallingClient {
    this.#client = clientOf(this.server, context);
    return this.#client;
  }

  get #lastCall(): ClientCall | undefined {
    return [...this.#calls].at(-1);
  }

  get #namesSessions(): boolean {
    return this.#requests !== undefined && this.#options.run === undefined;
  }

  /** A client has said who it is before its first request (MCP 2025-11-25, "Initialization"), or says it in each. */
  #offer(client: string | undefined): Offer {
    if (this.#offered) return this.#offered;
    const offer = this.#options.offerTo(client);
    const announces = this.#requests?.announces ?? true;
    for (const list of [offer.signatures, offer.passthrough])
      if (list && announces) this.#stops.push(list.onDidChange(() => this.#announce()));
    this.#offered = offer;
    return offer;
  }

  #listingOf(client: string | undefined): ToolListing {
    return this.#requests?.listings.of(client) ?? this.#listing;
  }

  #announce(): void {
    // A client that is gone reads nothing.
    this.server.sendToolListChanged().catch(() => undefined);
  }

  /** The answer changes with rules and tools. */
  async #writesUnasked(engine: Engine): Promise<boolean> {
    const { allowWrites, hasUnaskedTools } = this.#options;
    return allowWrites || hasUnaskedTools?.() === true || (await engine.writesUnasked());
  }

  /** Undefined where the client names a session that it does not have. */
  #sessionOf({ session: handle }: Arguments, context: ServerContext): ScriptSession | undefined {
    if ('session' in this.#options) return { name: this.#options.session };
    const { handles } = this.#options.requests;
    const client = identityOf(context);
    const known = handle ?? sessionOfRound(context) ?? handles.issue(client);
    const name = handles.sessionOf(known, client);
    return name === undefined ? undefined : { name, ...(this.#namesSessions && typeof known === 'string' && { handle: known }) };
  }

  async #call(name: string, input: JsonObject, call: ClientCall, session: ScriptSession | undefined): Promise<CallToolResult> {
    const { engine, signatures, passthrough } = this.#offer(call.client.name);
    this.#calls.add(call);
    try {
      if (signatures && name === 'executeCode') return await this.#executeCode(engine, input, call, session);
      if (signatures && name === 'findTools') return await this.#findTools(engine, input, call);
      if (passthrough) return await passthrough.call(name, input, call, this.#listingOf(call.client.name).tools);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}". List the tools again.`);
    } finally {
      this.#calls.delete(call);
    }
  }

  async #executeCode(engine: Engine, input: Arguments, call: ClientCall, session: ScriptSession | undefined): Promise<CallToolResult> {
    if (!session) return failed(`There is no session ${JSON.stringify(input['session']).slice(0, 60)} of this client. ${unknownSession}`);
    const { code, title, args, timeoutMs, dryRun, resume, inFlight } = input;
    const { results, metrics, usage } = this.#options;
    const run = this.#options.run ?? ((script: ScriptCall) => this.#run(engine, script, call, session.name));
    using metered = usage?.begin(call.meta);
    const observer: RunObserver = {
      ...(call.progress && progressReporter(call.progress)),
      ...(call.logLevel && scriptLog(call.logLevel, (params) => call.log(params))),
      onRecorded: (id) => call.recorded(id),
    };
    // The engine says so if the state cannot be reached.
    const interrupted = input['session'] === undefined ? [] : await this.#requests?.interruptedRuns?.(session.name, resume).catch(() => []);
    const { writes: told } = this.#listingOf(call.client.name);
    // A client may run read-only tools by itself, so what was listed as such holds until the client lists it again.
    if (told !== undefined && told !== (await this.#writesUnasked(engine))) this.#announce();
    const ask = canFillForms(call.client.capabilities) ? askBy(call) : undefined;
    const { outcome, session: keeper } = await run({
      input: { code, title, args, timeoutMs, dryRun, resume, asksFirst: told === false, ...(!ask && { inFlight }) },
      meta: call.meta,
      ask,
      observer: metered ? bothObservers(observer, metered) : observer,
      signal: call.signal,
    });
    const keep = (value: JsonValue, size: number) => results.keep(keeper, value, size, outcome.origins);
    const { text: result, pictures } = await formatResult(outcome, defaultBudget, keep, !ask);
    const isNews = session.handle !== undefined && input['session'] === undefined;
    const keepsSomething = isNews && ((!outcome.ok && offersResume(outcome)) || (await engine.keepsFor(keeper).catch(() => true)));
    const text = [...(interrupted ?? []), result].join('\n\n') + (keepsSomething ? namedSession(session.handle) : '');
    metrics?.record(outcome, { code, text });
    const beside: readonly ContentBlock[] = [...pictures, ...outcome.displays];
    this.#count(metered, code, bytesRead(text, beside));
    const blocks: readonly ContentBlock[] = [{ type: 'text', text }, ...beside];
    return { content: blocks as CallToolResult['content'], isError: !outcome.ok }; // the same blocks, as readonly lists
  }

  async #run(
    engine: Engine,
    { input, meta, ask, observer, signal }: ScriptCall,
    { client }: ClientCall,
    session: string,
  ): Promise<RanScript> {
    const origin = { door: 'serve', traceparent: meta['traceparent'], ...(client.name !== undefined && { name: client.name }) } as const;
    const { resume, inFlight, ...script } = input;
    const request = { ...script, origin, session, approver: this.#approver(ask), observer, signal };
    if (resume === undefined) return { outcome: await engine.execute(request), session };
    return { outcome: await this.#options.runs.resume(engine, { ...request, run: resume, inFlight }), session };
  }

  async #findTools(engine: Engine, input: Arguments, { signal, meta }: ClientCall): Promise<CallToolResult> {
    using metered = this.#options.usage?.begin(meta);
    const text = await answerFindTools(engine, input, defaultBudget, signal);
    this.#count(metered, undefined, bytesRead(text));
    return { content: [{ type: 'text', text }] };
  }

  /** The answer to a request whose process is gone. */
  async #lost(run: string | undefined, session: ScriptSession | undefined): Promise<CallToolResult> {
    const became =
      run === undefined ? 'What it did is not recorded.' : ((await this.#requests?.whatBecameOf(run)) ?? 'Nothing was called.');
    return failed(`The process that worked on this request is gone. ${became}${namedSession(session?.handle)}`);
  }

  #count(metered: MeteredCall | undefined, code: unknown, read: number): void {
    const counted = metered?.ended(this.#options.usage?.doorOf(code), read);
    this.#counted = Promise.all([this.#counted, counted]);
  }

  #approver(ask: Ask | undefined): Approver {
    const approver = new ElicitationApprover(ask);
    return this.#options.allowWrites ? allowingWrites(approver) : approver;
  }
}

const unknownSession = 'Leave session out to begin a new one: values that were stored or kept in another are not seen there.';

function namedSession(handle: string | undefined): string {
  return handle === undefined ? '' : `\n\nSession: ${handle}`;
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** A form with one choice, whose first answer, no, is the default; a closed form counts as that. */
function askBy(call: ClientCall): Ask {
  return async (message, answers, options) => {
    const requestedSchema = {
      type: 'object',
      properties: { answer: { type: 'string', title: 'Answer', enum: [...answers], default: answers[0] ?? '' } },
      required: ['answer'],
    };
    try {
      const { action, content } = await call.elicit({ mode: 'form', message, requestedSchema }, options);
      if (action !== 'accept') return answers[0];
      return answers.find((known) => isJsonObject(content) && known === content['answer']);
    } catch {
      options.signal.throwIfAborted();
      return undefined;
    }
  };
}
