// One life of one server, from a finished `initialize` to its end, as the connection sees it. The implementation
// loads the MCP SDK and is itself loaded when the first server is started.
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { FeatureRequest, ServerFeature } from '../../catalog/serverFeatures.ts';
import type { CallOptions, ToolResult } from '../../catalog/toolSource.ts';
import type { AuthFailure } from '../auth/authChallenge.ts';
import type { UserInteraction } from '../elicitation/userInteraction.ts';
import type { LogLevel } from '../protocol/serverLog.ts';
import type { StartInteraction, StartFailure } from '../protocol/startInteraction.ts';
import type { HttpOptions } from '../transport/http/webRequests.ts';
import type { ConnectStdio, StdioOptions } from '../transport/stdio/stdioTransport.ts';
import type { RequestOutcome } from './requestOutcome.ts';
import type { TaskInHand } from './taskCall.ts';

export interface ToolCallOptions extends CallOptions {
  /** The tool wants to be called as a task, if its server has any. */
  readonly asTask: boolean;
  /** As the server listed it; undefined where that is not known. */
  readonly inputSchema: JsonObject | undefined;
  readonly inHand: TaskInHand;
}

/** The words of a list about itself (MCP 2026-07-28, "Caching"). */
export interface ListHints {
  /** How long it holds; absent where it does not say, or says no time. */
  readonly ttlMs?: number;
}

/** Whether more are wanted. */
export type TakePage = (items: readonly unknown[]) => Promise<boolean>;

export interface Session {
  readonly instructions: string | undefined;
  /** As the server tells them. */
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** The version of MCP that is spoken with it. */
  readonly protocolVersion: string | undefined;
  /** The version to offer at the next start; undefined: the server is to be asked, since it was too slow to be asked at this one. */
  readonly versionToOffer: string | undefined;
  /** Calls repeat arguments in headers where the input schema says so. */
  readonly hasHeaderArguments: boolean;
  /** What the server announced beside tools. */
  readonly features: readonly ServerFeature[];
  /** Hands over each page of `tools/list`, unguarded, until `take` says that it has enough. */
  listTools(signal: AbortSignal, take: TakePage): Promise<RequestOutcome<ListHints>>;
  /** Its keys and tokens. */
  secrets(): readonly string[];
  /** `value` without the server's keys and tokens. */
  hideSecrets<T extends JsonValue>(value: T): T;
  /** A text without them that is then cut, in its beginning, which is all that is looked at. */
  hideInBeginning(text: string): string;
  readonly requests: {
    callTool(tool: string, input: JsonObject, options: ToolCallOptions): Promise<RequestOutcome<ToolResult>>;
  };
  /** Guarded. undefined: the server has not announced the capability; it was not asked. */
  requestFeature(request: FeatureRequest, options: CallOptions): Promise<RequestOutcome<JsonValue | undefined>>;
  /** Tells the server that the roots are others now. */
  rootsChanged(): void;
  /** Tells the server from which level on its log is wanted now, if it keeps one. */
  logLevelChanged(): void;
  /** Settles what is pending at once, then ends the server; no process is left when it resolves. */
  close(): Promise<void>;
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

/** The version of MCP that one server speaks, from all of its lives. */
export interface VersionHistory {
  /** Its definition asks for this one, and for no other. */
  readonly pinned: string | undefined;
  /** Offered first at the next start; undefined: the server is asked. */
  known: string | undefined;
}

export interface SessionOptions extends StdioOptions, HttpOptions {
  readonly clientInfo: ClientInfo;
  /** Connects servers that are commands. Default: each is a process. */
  readonly connectStdio?: ConnectStdio | undefined;
  /** Whom to ask for what only a person can give, until the session is open. */
  readonly interaction: StartInteraction;
  /** The folders that a server may work in, as absolute paths, for servers that ask (MCP roots); absent: they are not told. */
  readonly roots?: (() => readonly string[]) | undefined;
  readonly rootsHistory: RootsHistory;
  readonly versions: VersionHistory;
  /** From which level on the server's log is wanted; asked when it has started. */
  readonly logLevel?: (() => LogLevel) | undefined;
  /** Whom the server can ask while it works on a call. */
  readonly userInteraction: UserInteraction;
  /** The name in the configuration. */
  readonly server: string;
  readonly onToolsChanged: () => void;
  /** Takes the keys and tokens that the server is given. */
  readonly onSecrets: (secrets: readonly string[]) => void;
  /** The server is gone without having been closed; called at most once. */
  readonly onEnded: (reason: string) => void;
}

export type OpenOutcome = { readonly ok: true; readonly session: Session } | StartFailure;

/** An attempt that its server may have refused for want of authorization, or of another version of MCP, which is to be tried. */
export type OpenAttempt =
  | OpenOutcome
  | { readonly ok: false; readonly error: string; readonly refusal: AuthFailure }
  | { readonly ok: false; readonly error: string; readonly nextVersion: string };
