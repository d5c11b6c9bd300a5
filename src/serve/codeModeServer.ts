// Serves `executeCode` and `findTools` as MCP tools, and the passed-through tools of other servers. The server writes
// the signatures of tools into their descriptions, reports progress, supports cancellation, and asks about writes by
// elicitation. One instance serves one connection (MCP 2024-11-05 to 2025-11-25) or one request (MCP 2026-07-28).
import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import type { ContentBlock } from '../base/contentBlock.ts';
import { rawIntegers } from '../base/exactJson.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { noValidator } from '../base/unchecked.ts';
import {
  allowingWrites,
  bothObservers,
  answerFindTools,
  defaultBudget,
  bytesRead,
  withoutNulls,
  type ExecuteRequest,
  type RunObserver,
  type Engine,
  type RunOutcome,
  type MeteredCall,
} from '../engine/index.ts';
import { formatResult, offersResume } from '../engine/formatting/index.ts';
import type { UsageDoor, ResultStore } from '../engine/stores/index.ts';
import type { PastRuns } from '../journal/index.ts';
import type { Offer } from './clientOffers.ts';
import {
  canFillForms,
  announcedBy,
  clientOf,
  connectionCall,
  elicit,
  failedResult,
  type CallingClient,
  type ClientCall,
} from './clientCall.ts';
import { ElicitationApprover, type Ask } from './elicitationApprover.ts';
import type { ClientSession } from './httpDoor.ts';
import type { Metrics } from './metrics.ts';
import { unknownTool } from './passthroughTools.ts';
import { progressReporter } from './progressReporter.ts';
import { sessionOfRound, type RoundRequest, type Rounds } from './rounds.ts';
import { scriptLog, type McpLogLevel } from './scriptLog.ts';
import { identityOf, type SessionHandles } from './sessionHandles.ts';
import { executeCodeTool, findToolsTool, instructions } from './toolDefinitions.ts';
import { noListing, type ClientListing, type ToolListings } from './toolListings.ts';

/** One call of `executeCode`, for a front end that runs scripts in place of this server. */
export interface ScriptCall {
  /** The arguments of the call, unvalidated; the engine validates them. */
  readonly input: Pick<ExecuteRequest, 'code' | 'title' | 'args' | 'timeoutMs' | 'dryRun' | 'asksFirst'> & {
    readonly resume: unknown;
    readonly inFlight?: unknown;
  };
  /** The `_meta` field of the request. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Asks the client's user; undefined if the client cannot ask its user. */
  readonly ask: Ask | undefined;
  readonly observer: RunObserver;
  readonly signal: AbortSignal;
}

/** The outcome of a script, and the session that keeps the parts of the result that do not fit into the answer. */
interface RanScript {
  readonly outcome: RunOutcome;
  readonly session: string;
}

/** Measures how much scripts save the client's model. */
export interface ClientUsage {
  /** Begins to measure a request with the given `_meta` field. */
  begin(meta: Readonly<Record<string, unknown>>): MeteredCall;
  /** Returns the kind of front end that sent the script; undefined for a search. */
  doorOf(code: unknown): UsageDoor | undefined;
}

/** The objects that requests without a connection share (MCP 2026-07-28). */
export interface RequestParts {
  readonly rounds: Rounds;
  readonly handles: SessionHandles;
  readonly listings: ToolListings;
  /** True if the server runs for a single client, over stdio, and notifies the client of changed lists. */
  readonly announces: boolean;
  /** Describes to the model the effects of a run whose process has ended; undefined if the run called no tools. */
  readonly whatBecameOf: (run: string) => Promise<string | undefined>;
  /**
   * Describes the runs of a session whose processes have ended, except for the run that is being resumed. Each run is
   * described once. Absent if sessions end with their process.
   */
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

/** Options that are the same for all clients of `code-mode serve`. */
export interface SharedOptions {
  /** Returns the offer for a client with the given name (`clientInfo.name`). */
  readonly offerTo: (client: string | undefined) => Offer;
  /** True if the server offers passed-through tools alone, beside another server that runs scripts. */
  readonly isOfTools?: boolean;
  readonly results: Pick<ResultStore, 'keep'>;
  readonly version: string;
  /** True if scripts may write without a question, unless a rule requires a question. */
  readonly allowWrites: boolean;
  /**
   * Returns true if scripts can call tools that may write and for which nobody is asked. The server calls this function
   * for each list and each run. By default there are no such tools.
   */
  readonly hasUnaskedTools?: () => boolean;
  /**
   * Runs scripts for a front end with its own approvals and sessions. By default the engine runs them and asks the
   * client's user.
   */
  readonly run?: (call: ScriptCall) => Promise<RanScript>;
  /** The runs that are recorded for this folder. */
  readonly runs: Pick<PastRuns, 'resume'>;
  readonly metrics?: Metrics;
  readonly usage?: ClientUsage;
  readonly log: (line: string) => void;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The session of a script. `handle` is the name that the client must send for the session; absent if the client need
 * not name it.
 */
interface ScriptSession {
  readonly name: string;
  readonly handle?: string;
}

/**
 * Time in milliseconds for which a client without a subscription to changes may cache a list (MCP 2026-07-28,
 * "Caching").
 */
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
  /** Settles when all usage up to now is counted. */
  #counted: Promise<unknown> = Promise.resolve();
  /** The tools that the client of this connection last received in a list. */
  readonly #listing = noListing();
  /** Lowest level of the log messages that the client of this connection wants. */
  #logLevel: McpLogLevel = 'info';

  constructor(options: CodeModeServerOptions) {
    this.#options = options;
    this.#requests = 'requests' in options ? options.requests : undefined;
    const { version, isOfTools = false } = options;
    const info = isOfTools
      ? { name: 'code-mode-tools', title: 'Code Mode Tools', version }
      : { name: 'code-mode', title: 'Code Mode', version };
    this.server = new McpServer(info, {
      capabilities: { tools: { listChanged: true }, resources: {}, ...(!isOfTools && { logging: {} }) },
      jsonSchemaValidator: noValidator,
      ...(!isOfTools && { instructions, cacheHints: { 'tools/list': { ttlMs: listTtlMs } } }),
      ...(this.#requests && { requestState: { verify: this.#requests.rounds.verify } }),
    }).server;
    this.#serveTools();
    this.#serveViews();
    if (!isOfTools)
      this.server.setRequestHandler('logging/setLevel', ({ params }) => {
        this.#logLevel = params.level;
        return {};
      });
  }

  #serveTools(): void {
    const { server } = this;
    server.setRequestHandler('tools/list', async (_request, context) => {
      const { name } = this.#seen(context);
      const { scripts, passthrough } = this.#offer(name);
      const { signal } = context.mcpReq;
      const [text, passed = []] = await Promise.all([
        scripts?.signatures.read(signal),
        passthrough?.list(signal),
      ]);
      const listing = this.#listingOf(name);
      listing.tools = new Map(passed.map((tool) => [tool.name, tool]));
      if (!scripts || text === undefined) return { tools: [...passed] };
      listing.writes = await this.#writesUnasked(scripts.engine);
      return {
        tools: [executeCodeTool(text, listing.writes, this.#namesSessions), findToolsTool(), ...passed],
      };
    });
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      // `params` was parsed from JSON.
      const { name, arguments: input = {} } = params as {
        readonly name: string;
        readonly arguments?: JsonObject;
      };
      const session = this.#sessionOf(input, context);
      const work = (call: ClientCall) => this.#call(name, input, call, session);
      if (!this.#requests) return rawIntegers(await work(connectionCall(server, context, this.#logLevel)));
      const request: RoundRequest = {
        client: this.#seen(context),
        params: { name, arguments: input },
        ...(session?.handle !== undefined && { session: session.handle }),
        work,
        lost: (run) => this.#lost(name, run, session),
      };
      return rawIntegers(await this.#requests.rounds.serve(context, request));
    });
  }

  /**
   * Serves the views of MCP Apps (MCP Apps 2026-01-26) that display the results of passed-through tools. A client reads
   * a view from the server at which it calls the tools, and that is this server. No other resources can be read here,
   * and the specification does not require a view to be listed.
   */
  #serveViews(): void {
    const { server } = this;
    server.setRequestHandler('resources/list', () => ({ resources: [] }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
    server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
      const { passthrough } = this.#offer(this.#seen(context).name);
      if (passthrough) return rawIntegers(await passthrough.readView(uri, context.mcpReq.signal));
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There are no resources here.');
    });
  }

  /** The elicitation modes that the client supports, known after the client has initialized or has sent a request. */
  get modes(): { readonly form: boolean; readonly url: boolean } {
    const capabilities = this.#client?.capabilities ?? announcedBy(this.server);
    return { form: canFillForms(capabilities), url: capabilities.elicitation?.url !== undefined };
  }

  /**
   * Asks the client's user on behalf of a connected MCP server. Rejects when `signal` aborts and when no answer
   * arrives.
   */
  elicit(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    // MCP 2026-07-28 allows questions only in the result of a request.
    if (this.#requests)
      return (
        [...this.#calls].at(-1)?.elicit(params, { signal }) ??
        Promise.reject(new Error('no request of the client is under way'))
      );
    return elicit(
      (request, schema, options) => this.server.request(request, schema, options),
      params,
      signal,
    );
  }

  async serve(transport: Transport, signal: AbortSignal): Promise<void> {
    const { server } = this;
    const closed = Promise.withResolvers<undefined>();
    server.onclose = () => closed.resolve(undefined);
    server.onerror = ({ message }) => this.#options.log(`MCP client: ${message}`);
    const close = () => void server.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      await server.connect(transport);
      if (signal.aborted) close();
      await closed.promise;
    } finally {
      signal.removeEventListener('abort', close);
      await this.ended();
    }
  }

  /** Must be called after the client has disconnected. Resolves when all of the client's usage is counted. */
  async ended(): Promise<void> {
    // A client may disconnect right after its last answer.
    await this.#counted;
    for (const stop of this.#stops) stop();
    if ('session' in this.#options) this.#offered?.scripts?.engine.forget(this.#options.session);
  }

  #seen(context: ServerContext): CallingClient {
    this.#client = clientOf(this.server, context);
    return this.#client;
  }

  get #namesSessions(): boolean {
    return this.#requests !== undefined && this.#options.run === undefined;
  }

  /**
   * Returns the offer for the client. A client names itself before its first request (MCP 2025-11-25, "Initialization")
   * or in each request (MCP 2026-07-28).
   */
  #offer(client: string | undefined): Offer {
    if (this.#offered) return this.#offered;
    const offer = this.#options.offerTo(client);
    const announces = this.#requests?.announces ?? true;
    for (const list of [offer.scripts?.signatures, offer.passthrough])
      if (list && announces) this.#stops.push(list.onDidChange(() => this.#announce()));
    this.#offered = offer;
    return offer;
  }

  #listingOf(client: string | undefined): ClientListing {
    return this.#requests?.listings.of(client) ?? this.#listing;
  }

  #announce(): void {
    // A notification to a client that has disconnected is dropped.
    this.server.sendToolListChanged().catch(() => undefined);
  }

  /** True if a script may write without a question. The value changes with the rules and the tools. */
  async #writesUnasked(engine: Engine): Promise<boolean> {
    const { allowWrites, hasUnaskedTools } = this.#options;
    return allowWrites || hasUnaskedTools?.() === true || (await engine.writesUnasked());
  }

  /** Returns the session of a script; undefined if the client names a session that does not belong to it. */
  #sessionOf({ session: handle }: Arguments, context: ServerContext): ScriptSession | undefined {
    if ('session' in this.#options) return { name: this.#options.session };
    const { handles } = this.#options.requests;
    const client = identityOf(context);
    const known = handle ?? sessionOfRound(context) ?? handles.issue(client);
    const name = handles.sessionOf(known, client);
    return name === undefined
      ? undefined
      : { name, ...(this.#namesSessions && typeof known === 'string' && { handle: known }) };
  }

  async #call(
    name: string,
    input: JsonObject,
    call: ClientCall,
    session: ScriptSession | undefined,
  ): Promise<CallToolResult> {
    const { scripts, passthrough } = this.#offer(call.client.name);
    this.#calls.add(call);
    try {
      if (scripts && name === 'executeCode')
        return await this.#executeCode(scripts.engine, withoutNulls(input), call, session);
      if (scripts && name === 'findTools') return await this.#findTools(scripts.engine, input, call);
      if (passthrough)
        return await passthrough.call(name, input, call, this.#listingOf(call.client.name).tools);
      throw unknownTool(name);
    } finally {
      this.#calls.delete(call);
    }
  }

  async #executeCode(
    engine: Engine,
    input: Arguments,
    call: ClientCall,
    session: ScriptSession | undefined,
  ): Promise<CallToolResult> {
    if (!session)
      return failedResult(
        `There is no session ${JSON.stringify(input['session']).slice(0, 60)} of this client. ${unknownSession}`,
      );
    const { code, title, args, timeoutMs, dryRun, resume, inFlight } = input;
    const { results, metrics, usage } = this.#options;
    const run = this.#options.run ?? ((script: ScriptCall) => this.#run(engine, script, call, session.name));
    using metered = usage?.begin(call.meta);
    const observer: RunObserver = {
      ...(call.progress && progressReporter(call.progress)),
      ...(call.logLevel && scriptLog(call.logLevel, (params) => call.log(params))),
      onRecorded: (id) => call.recorded(id),
    };
    // An error is ignored here because the engine reports it when the shared state cannot be reached.
    const interrupted =
      input['session'] === undefined
        ? []
        : await this.#requests?.interruptedRuns?.(session.name, resume).catch(() => []);
    const { writes: told } = this.#listingOf(call.client.name);
    // A client may run read-only tools without a question. So if `executeCode` was listed as read-only, scripts must
    // not write unasked until the client lists the tools again.
    if (told !== undefined && told !== (await this.#writesUnasked(engine))) this.#announce();
    const ask = canFillForms(call.client.capabilities) ? askBy(call) : undefined;
    const { outcome, session: keeper } = await run({
      input: {
        code,
        title,
        args,
        timeoutMs,
        dryRun,
        resume,
        asksFirst: told === false,
        ...(!ask && { inFlight }),
      },
      meta: call.meta,
      ask,
      observer: metered ? bothObservers(observer, metered) : observer,
      signal: call.signal,
    });
    const keep = (value: JsonValue, size: number) => results.keep(keeper, value, size, outcome.origins);
    const { text: result, pictures } = await formatResult(outcome, defaultBudget, keep, !ask);
    const isNews = session.handle !== undefined && input['session'] === undefined;
    const keepsSomething =
      isNews && ((!outcome.ok && offersResume(outcome)) || (await engine.keepsFor(keeper).catch(() => true)));
    const text =
      [...(interrupted ?? []), result].join('\n\n') + (keepsSomething ? namedSession(session.handle) : '');
    metrics?.record(outcome, { code, text });
    const beside: readonly ContentBlock[] = [...pictures, ...outcome.displays.map(wellFormed)];
    this.#count(metered, code, bytesRead(text, beside));
    const blocks: readonly ContentBlock[] = [{ type: 'text', text }, ...beside];
    // The content blocks are the same; only the type differs, which has readonly lists.
    return { content: blocks as CallToolResult['content'], isError: !outcome.ok };
  }

  async #run(
    engine: Engine,
    { input, meta, ask, observer, signal }: ScriptCall,
    { client }: ClientCall,
    session: string,
  ): Promise<RanScript> {
    const origin = {
      door: 'serve',
      traceparent: meta['traceparent'],
      ...(client.name !== undefined && { name: client.name }),
    } as const;
    const { resume, inFlight, ...script } = input;
    const asking = new ElicitationApprover(ask);
    const approver = this.#options.allowWrites ? allowingWrites(asking) : asking;
    const request = { ...script, origin, session, approver, observer, signal };
    const outcome =
      resume === undefined
        ? await engine.execute(request)
        : await this.#options.runs.resume(engine, { ...request, run: resume, inFlight });
    return { outcome, session };
  }

  async #findTools(engine: Engine, input: Arguments, { signal, meta }: ClientCall): Promise<CallToolResult> {
    using metered = this.#options.usage?.begin(meta);
    const text = await answerFindTools(engine, input, defaultBudget, signal);
    this.#count(metered, undefined, bytesRead(text));
    return { content: [{ type: 'text', text }] };
  }

  /**
   * Returns the result for a call of `tool` whose process has ended. It is not known if the server of a passed-through
   * tool finished the call.
   */
  async #lost(
    tool: string,
    run: string | undefined,
    session: ScriptSession | undefined,
  ): Promise<CallToolResult> {
    if (tool !== 'executeCode')
      return failedResult(
        'The process that made this call is gone. It may have taken effect: look before you repeat it.',
      );
    const became =
      run === undefined
        ? 'What it did is not recorded.'
        : ((await this.#requests?.whatBecameOf(run)) ?? 'Nothing was called.');
    return failedResult(
      `The process that worked on this request is gone. ${became}${namedSession(session?.handle)}`,
    );
  }

  #count(metered: MeteredCall | undefined, code: unknown, read: number): void {
    const counted = metered?.ended(this.#options.usage?.doorOf(code), read);
    this.#counted = Promise.all([this.#counted, counted]);
  }
}

const unknownSession =
  'Leave session out to begin a new one: values that were stored or kept in another are not seen there.';

function namedSession(handle: string | undefined): string {
  return handle === undefined ? '' : `\n\nSession: ${handle}`;
}

/** Replaces a half of an emoji, which some providers of models refuse in a request. */
function wellFormed(block: ContentBlock): ContentBlock {
  return block.type === 'text' ? { ...block, text: block.text.toWellFormed() } : block;
}

/**
 * Asks with a form that has one choice. The first answer refuses and is the default; a form that the user closes counts
 * as that answer.
 */
function askBy(call: ClientCall): Ask {
  return async (message, answers, options) => {
    const requestedSchema = {
      type: 'object',
      properties: {
        answer: { type: 'string', title: 'Answer', enum: [...answers], default: answers[0] ?? '' },
      },
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
