// One server from its definition on: starts and restarts the server when needed, sends calls and requests, stops the
// server, and words the error of each failed call.
import type { JsonObject } from '../../base/json.ts';
import type {
  FeatureAnswer,
  FeatureRequest,
  CallOptions,
  CallOutcome,
  ServerInfo,
} from '../../catalog/index.ts';
import type { SignInOutcome } from '../auth/index.ts';
import type { ServerDefinition } from '../definitions/index.ts';
import type { McpSession } from '../session/mcpSession.ts';
import type { TaskInHand } from '../session/taskCall.ts';
import { Throttle } from '../../base/throttle.ts';
import { callFailure, featureFailure } from './callErrors.ts';
import { ServerLifecycle, type LifecycleOptions } from './serverLifecycle.ts';
import { ServerTools, type ServerToolsOptions } from './serverTools.ts';

interface ConnectionOptions extends LifecycleOptions, ServerToolsOptions {}

/** Milliseconds within which changes are reported as one: some servers notify of each tool that they add. */
const quietMs = 100;

export class ServerConnection {
  readonly definition: ServerDefinition;
  readonly tools: ServerTools;
  readonly #options: ConnectionOptions;
  readonly #lifecycle: ServerLifecycle;
  readonly #changes: Throttle;
  /** True if this server starts as soon as the server that it replaces has ended. */
  #isDue = false;

  constructor(definition: ServerDefinition, options: ConnectionOptions) {
    this.definition = definition;
    this.#options = options;
    this.#changes = new Throttle(options.onChange, quietMs);
    this.#lifecycle = new ServerLifecycle(definition, options, () => {
      this.tools.changed();
      this.#changes.call();
    });
    this.tools = new ServerTools(definition, this.#lifecycle, options);
  }

  /** True if the server runs or will run soon. */
  get isInUse(): boolean {
    const { state } = this.#lifecycle.state;
    return this.#isDue || state === 'running' || state === 'starting';
  }

  /** Returns the state without starting the server. */
  info(): ServerInfo {
    const { name, origin } = this.definition;
    return { name, origin, ...this.#lifecycle.state };
  }

  /** Starts the server if necessary. A tool that the server no longer has is not called. */
  async callTool(tool: string, input: JsonObject, options: CallOptions): Promise<CallOutcome> {
    this.#lifecycle.isHeld = false;
    const objection = options.expectedTool && (await this.tools.objection(options.expectedTool, options));
    if (objection) return objection;
    const inHand: TaskInHand = {};
    let isSent = false;
    const onSent = (sent: boolean) => {
      // A request about a running task does not count as a new call.
      isSent = sent || inHand.begun !== undefined;
      options.onSent?.(isSent);
    };
    const answer = await this.#lifecycle.run({ ...options, interactive: true }, async (session) => {
      // A tool that supports both ways is called directly, which takes only one request.
      const { execution, inputSchema } = this.tools.listed?.find(({ name }) => name === tool) ?? {};
      const asTask = execution?.taskSupport === 'required';
      const sent = { ...options, onSent, inHand, asTask, inputSchema };
      const outcome = await session.requests.callTool(tool, input, sent);
      // The server did not process such a request, so that it can be repeated.
      if (outcome.kind === 'unauthorized' || (outcome.kind === 'ended' && !outcome.asked)) onSent(false);
      return outcome;
    });
    if (answer.kind === 'done') {
      this.tools.checkStructure(tool, answer.value);
      return { ok: true, result: answer.value };
    }
    const called = { server: this.definition.name, tool };
    const why: unknown = options.signal.reason;
    return callFailure(called, answer, { isSent, hasTask: inHand.begun !== undefined, why });
  }

  async requestFeature(request: FeatureRequest, options: CallOptions): Promise<FeatureAnswer> {
    this.#lifecycle.isHeld = false;
    const outcome = await this.#lifecycle.run({ ...options, interactive: true }, (session) =>
      session.requestFeature(request, options),
    );
    if (outcome.kind === 'done' && outcome.value !== undefined) return { ok: true, value: outcome.value };
    const failure = outcome.kind === 'done' ? ({ kind: 'not_offered' } as const) : outcome;
    return featureFailure(this.definition.name, request, failure, options.signal.reason);
  }

  /** Lets the user sign in, even if the server lists its tools without a sign-in. */
  async signIn(signal: AbortSignal): Promise<SignInOutcome> {
    const listing = await this.tools.listLive({ signal, interactive: true });
    if (!listing.ok) return { ok: false, error: listing.error, denied: false };
    const { authorization } = this.#lifecycle;
    if (authorization) return authorization.signIn({ signal });
    const error = `it has no sign-in. See ${this.definition.origin} for what it needs.`;
    return { ok: false, error, denied: false };
  }

  /** Starts the server if it does not run, even shortly after a failure, and lists its tools. The user may be asked. */
  async start(startMs?: number): Promise<ServerInfo> {
    this.#lifecycle.isHeld = false;
    await this.#lifecycle.start(startMs);
    if (this.#lifecycle.state.state === 'running')
      await this.tools.listLive({ signal: new AbortController().signal });
    return this.info();
  }

  /** Starts the server in the background when `gone` has settled, without asking the user. */
  startAfter(gone: Promise<unknown>): void {
    this.#isDue = true;
    this.#options.background.add(async () => {
      await gone;
      await this.tools.list({ signal: new AbortController().signal, fresh: true });
      this.#isDue = false;
    });
  }

  /** Stops the server until a person starts it or a script names it. Its tools stay known. */
  async stop(): Promise<ServerInfo> {
    this.#lifecycle.isHeld = true;
    await this.#lifecycle.stop();
    return this.info();
  }

  async restart(): Promise<ServerInfo> {
    await this.#lifecycle.stop();
    return this.start();
  }

  /** Returns the keys and tokens of the running server, and the tokens of its sign-in. */
  secrets(): readonly string[] {
    const { session, authorization } = this.#lifecycle;
    return [...(session?.secrets.values() ?? []), ...(authorization?.secrets.values() ?? [])];
  }

  /** Returns `text` without the keys and tokens of the server, if it runs. */
  hideSecrets(text: string): string {
    return this.#lifecycle.session?.secrets.hide(text) ?? text;
  }

  /** Calls `change` with the session if the server runs, or when it has started. */
  notify(change: (session: McpSession) => void): void {
    this.#lifecycle.notify(change);
  }

  /** Settles every pending call. No process is left when the promise resolves. */
  async dispose(): Promise<void> {
    this.#changes.stop();
    await this.#lifecycle.dispose();
  }
}
