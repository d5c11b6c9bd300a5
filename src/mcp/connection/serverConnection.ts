// One server from its definition on: its lives, the requests made to it, the tools that it lists, and words for what becomes of each.
import type { JsonObject } from '../../catalog/json.ts';
import type { CallOptions, CallOutcome, ServerInfo, ServerListing, ToolDefinition } from '../../catalog/toolSource.ts';
import type { FeatureAnswer, FeatureRequest } from '../../catalog/serverFeatures.ts';
import type { AuthorizationParts } from '../auth/serverAuthorization.ts';
import { ServerSignIns } from '../auth/serverSignIns.ts';
import type { SignInOutcome } from '../auth/signIn.ts';
import { Coalesced } from './throttle.ts';
import { CallErrors } from './callErrors.ts';
import { errorMessage } from '../protocol/errorMessage.ts';
import type { RequestOutcome } from '../session/requestOutcome.ts';
import type { TaskInHand } from '../session/taskCall.ts';
import { featureFailure } from './featureErrors.ts';
import { LiveTools, type LiveListing } from './liveTools.ts';
import type { ServerDefinition } from '../definitions/serverDefinition.ts';
import { ServerLife, type LifeOptions, type Need } from './serverLifecycle.ts';
import { ServerRequests } from './serverRequests.ts';
import { untilAborted } from '../../catalog/withTimeout.ts';
import { StructureCheck } from './structureCheck.ts';

export interface ConnectionOptions extends LifeOptions {
  readonly authorization: AuthorizationParts;
  /** The server's state or its tools changed. */
  readonly onChange: () => void;
}

/** Changes of a list that come within this time of each other are told once more, at its end. */
const quietMs = 100;

export class ServerConnection {
  readonly definition: ServerDefinition;
  readonly #structure: StructureCheck;
  readonly #signIns: ServerSignIns;
  readonly #life: ServerLife;
  readonly #requests: ServerRequests;
  readonly #tools: LiveTools;
  /** Some servers send a notification for each tool that they add. */
  readonly #told: Coalesced;

  constructor(definition: ServerDefinition, options: ConnectionOptions) {
    this.definition = definition;
    this.#structure = new StructureCheck(options.log);
    this.#signIns = new ServerSignIns(definition, options.authorization);
    this.#life = new ServerLife(definition, options, this.#signIns, () => this.#toolsChanged());
    this.#requests = new ServerRequests(this.#life, this.#signIns, options.onChange);
    this.#told = new Coalesced(options.onChange, quietMs);
    const onListed = (tools: readonly ToolDefinition[]) => this.#structure.learn(tools);
    this.#tools = new LiveTools({ timeoutMs: options.timings.startMs, log: options.log, onListed });
  }

  get info(): ServerInfo {
    const { name, origin } = this.definition;
    return { name, origin, ...this.#requests.state };
  }

  /** What it listed last in the life that it has now. */
  get listed(): readonly ToolDefinition[] | undefined {
    const { session } = this.#life;
    return session && this.#tools.listedBy(session);
  }

  /** The same, if it has not said since that its tools changed. */
  get listedNow(): readonly ToolDefinition[] | undefined {
    const { session } = this.#life;
    return session && !this.#tools.mayDiffer(session) ? this.listed : undefined;
  }

  /** Kept while the server runs and does not report a change. */
  async listTools(options: Need): Promise<ServerListing> {
    const answer = await this.#requests.ask(options, async (session): Promise<LiveListing> => {
      return (await untilAborted(this.#tools.of(session), options.signal)) ?? { kind: 'aborted' };
    });
    const { origin } = this.definition;
    switch (answer.kind) {
      case 'done':
        return { ok: true, ...answer.value };
      case 'not_started':
        return { ok: false, error: answer.error, ...(answer.needs && { needs: answer.needs }) };
      case 'lost':
        return { ok: false, error: `its list of tools was lost: ${answer.message}. Try again.` };
      case 'refused':
        return {
          ok: false,
          error: `it cannot list its tools: ${answer.message}. Update it, or check what it needs (a key, the network) in ${origin}.`,
        };
      case 'ended':
        return { ok: false, error: `${answer.reason} while it listed its tools. Check its log, or remove it from ${origin}.` };
      case 'aborted':
        return { ok: false, error: 'the listing of its tools was cancelled.' };
    }
  }

  async callTool(tool: string, input: JsonObject, options: CallOptions): Promise<CallOutcome> {
    const errors = new CallErrors(this.definition.name, tool);
    const inHand: TaskInHand = {};
    let isSent = false;
    const onSent = (sent: boolean) => {
      // What is asked about a task is no call.
      isSent = sent || inHand.begun !== undefined;
      options.onSent?.(isSent);
    };
    const answer = await this.#requests.ask({ ...options, interactive: true }, async (session) => {
      // What can be called either way is called directly: that takes one request.
      const { execution } = this.listed?.find(({ name }) => name === tool) ?? {};
      const came = await session.callTool(tool, input, { ...options, onSent, inHand, asTask: execution?.taskSupport === 'required' });
      if (reachedNobody(came)) onSent(false);
      return came;
    });
    switch (answer.kind) {
      case 'done':
        this.#structure.check(tool, answer.value);
        return { ok: true, result: answer.value };
      case 'not_started':
        return inHand.begun
          ? errors.lost(`it cannot be asked what became of its task: ${errorMessage(answer.error)}`)
          : errors.notStarted(answer.error, answer.denied);
      case 'lost':
        return errors.lost(answer.message);
      case 'refused':
        return errors.refused(answer.message, answer.code);
      case 'ended':
        return errors.ended(answer.reason, answer.asked);
      case 'aborted':
        return errors.aborted(options.signal.reason, isSent);
    }
  }

  async requestFeature(request: FeatureRequest, options: CallOptions): Promise<FeatureAnswer> {
    const { name } = this.definition;
    const outcome = await this.#requests.ask({ ...options, interactive: true }, (session) => session.requestFeature(request, options));
    if (outcome.kind === 'done' && outcome.value !== undefined) return { ok: true, value: outcome.value };
    const failure = outcome.kind === 'done' ? ({ kind: 'not_offered' } as const) : outcome;
    return featureFailure(name, request, failure, options.signal.reason);
  }

  /** Lets the person sign in, also where the server, which runs, has not asked for it yet. */
  signIn(signal: AbortSignal): Promise<SignInOutcome> {
    return this.#signIns.signIn(signal);
  }

  /** Starts the server if it does not run, without regard to earlier failures. A person may be asked. */
  start(): Promise<void> {
    return this.#life.start();
  }

  /** No process is left when it resolves. */
  stop(): Promise<void> {
    return this.#life.stop();
  }

  /** `text` without the server's keys and tokens, while it runs. */
  hideSecrets(text: string): string {
    return this.#life.session?.hideSecrets(text) ?? text;
  }

  /** What `roots` gives has changed: the server is told, if it runs, or as soon as it has started. */
  rootsChanged(): void {
    this.#life.tell((session) => session.rootsChanged());
  }

  /** What `logLevel` gives has changed: the same. */
  logLevelChanged(): void {
    this.#life.tell((session) => session.logLevelChanged());
  }

  /** Settles every pending call; no process is left when it resolves. */
  async dispose(): Promise<void> {
    this.#signIns.dispose();
    this.#told.stop();
    await this.#life.dispose();
  }

  #toolsChanged(): void {
    this.#tools.changed();
    this.#told.call();
  }
}

/** The server did not take the request, which can be made again. */
function reachedNobody(outcome: RequestOutcome<unknown>): boolean {
  return outcome.kind === 'unauthorized' || (outcome.kind === 'ended' && !outcome.asked);
}
