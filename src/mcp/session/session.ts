// One life of one server, from a finished `initialize` to its end, as the connection sees it. The implementation
// loads the MCP SDK and is itself loaded when the first server is started.
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JsonObject, JsonValue } from '../../catalog/json.ts';
import type { FeatureRequest, ServerFeature } from '../../catalog/serverFeatures.ts';
import type { CallOptions, PersonNeed, ToolResult } from '../../catalog/toolSource.ts';
import type { Refusal } from '../auth/authChallenge.ts';
import type { ServerAuthorization } from '../auth/serverAuthorization.ts';
import type { OrphanGuard } from '../transport/stdio/orphanGuard.ts';
import type { PersonAtStart } from '../protocol/startInteraction.ts';
import type { Person } from '../elicitation/userInteraction.ts';
import type { BackoffTimes } from '../protocol/backoff.ts';
import type { StopTimes } from '../transport/stdio/processTransport.ts';
import type { TaskInHand } from './taskCall.ts';

/** What one request came to. Every request settles, whatever happens to the server. */
export type RequestOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The server answered with an error (`code` is JSON-RPC's), or with something that is not MCP; one sentence. `mayPass`: later it may not. */
  | { readonly kind: 'refused'; readonly message: string; readonly code?: number | undefined; readonly mayPass?: boolean | undefined }
  | { readonly kind: 'aborted' }
  /** The server did not serve it for want of authorization. */
  | { readonly kind: 'unauthorized'; readonly refusal: Refusal }
  /** The server is there, but the connection that was to bring the answer broke; one sentence. */
  | { readonly kind: 'lost'; readonly message: string }
  /** The server is gone. `asked`: the request may have reached it. `reason` is one sentence. */
  | { readonly kind: 'ended'; readonly reason: string; readonly asked: boolean };

export interface ToolCallOptions extends CallOptions {
  /** The tool wants to be called as a task, if its server has any. */
  readonly asTask: boolean;
  readonly inHand: TaskInHand;
}

/** Whether more are wanted. */
export type TakePage = (items: readonly unknown[]) => Promise<boolean>;

export interface Session {
  readonly instructions: string | undefined;
  /** As the server tells it. */
  readonly version: string | undefined;
  /** What the server announced beside tools. */
  readonly features: readonly ServerFeature[];
  /** Hands over each page of `tools/list`, unguarded, until `take` says that it has enough. */
  listTools(signal: AbortSignal, take: TakePage): Promise<RequestOutcome<undefined>>;
  /** `value` without the server's keys and tokens. */
  hideSecrets<T extends JsonValue>(value: T): T;
  callTool(tool: string, input: JsonObject, options: ToolCallOptions): Promise<RequestOutcome<ToolResult>>;
  /** Guarded. undefined: the server has not announced the capability; it was not asked. */
  askServer(request: FeatureRequest, options: CallOptions): Promise<RequestOutcome<JsonValue | undefined>>;
  /** Tells the server that the roots are others now. */
  rootsChanged(): void;
  /** Tells the server from which level on its log is wanted now, if it keeps one. */
  logLevelChanged(): void;
  /** Settles what is pending at once, then ends the server; no process is left when it resolves. */
  close(): Promise<void>;
}

/** How much a line of the log matters; `info` unless told. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface SessionEvents {
  readonly onToolsChanged: () => void;
  /** The server is gone without having been closed; called at most once. */
  readonly onEnded: (reason: string) => void;
  readonly log: (line: string, level?: LogLevel) => void;
}

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** What is known of one server's use of roots, from all of its lives. */
export interface RootsHistory {
  /** It asks for them when it has started, or when they have changed. */
  asks: boolean;
  /** The log says already that they may replace what its definition names. */
  saidNarrowed: boolean;
}

export interface SessionOptions extends SessionEvents {
  readonly clientInfo: ClientInfo;
  /** Whom to ask for what only a person can give, until the session is open. */
  readonly person: PersonAtStart;
  /** The folders that a server may work in, as absolute paths, for servers that ask (MCP roots); absent: they are not told. */
  readonly roots?: (() => readonly string[]) | undefined;
  readonly rootsHistory: RootsHistory;
  /** From which level on the server's log is wanted; asked when it has started. */
  readonly logLevel?: (() => LogLevel) | undefined;
  /** Whom the server can ask while it works on a call. */
  readonly personInCall: Person;
  readonly stop: StopTimes;
  /** For servers that are processes of ours. */
  readonly guard: OrphanGuard;
  /** The waits before a broken event stream is connected again. */
  readonly reconnect: BackoffTimes;
  /** Of a server on the web that a person can sign in to. */
  readonly authorization?: ServerAuthorization | undefined;
  /** For servers on the web; absent: the global one, looked up at each request. */
  readonly fetch?: FetchLike | undefined;
  /** For messages: how long `signal` waits until it is aborted with a `TimeoutError`. */
  readonly startMs: number;
  /** The name in the configuration. */
  readonly server: string;
  /** For messages: the file to correct. */
  readonly origin: string;
}

/** `error`: one line that ends with what to do. `needs`: a person could help; `denied`: one was asked and did not want to. */
export type OpenOutcome =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly error: string; readonly needs?: PersonNeed; readonly denied?: boolean };
