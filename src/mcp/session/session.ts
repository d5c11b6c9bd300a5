// One session with one server, from the end of `initialize` to the end of the session, as the connection sees it. The
// implementation loads the MCP SDK and is itself loaded when the first server starts.
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { FeatureRequest, ServerFeature, CallOptions, ToolResult } from '../../catalog/index.ts';
import type { AuthFailure } from '../auth/index.ts';
import type { UserInteraction } from '../elicitation/index.ts';
import type { ServerLogLevel } from '../protocol/serverLog.ts';
import type { StartInteraction, StartFailure } from '../protocol/startInteraction.ts';
import type { HttpOptions } from '../transport/http/webRequests.ts';
import type { ConnectStdio, StdioOptions } from '../transport/stdio/stdioTransport.ts';
import type { RequestOutcome } from './requestOutcome.ts';
import type { TaskInHand } from './taskCall.ts';

export interface ToolCallOptions extends CallOptions {
  /** True if the tool supports tasks. The call is a task if the server supports tasks too. */
  readonly asTask: boolean;
  /** Input schema as listed by the server; undefined if it is not known. */
  readonly inputSchema: JsonObject | undefined;
  readonly inHand: TaskInHand;
}

/** Caching hints of a list (MCP 2026-07-28, "Caching"). */
export interface ListHints {
  /** Lifetime of the list in milliseconds; absent if the server names none, or 0. */
  readonly ttlMs?: number;
}

/** Takes a page of a list. Resolves to true if more pages are wanted. */
export type TakePage = (items: readonly unknown[]) => Promise<boolean>;

export interface Session {
  readonly instructions: string | undefined;
  /** Name and version that the server reports. */
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** The MCP version of the session. */
  readonly protocolVersion: string | undefined;
  /**
   * The version to offer at the next start. Undefined if the server must be asked then, because its answer came too
   * late at this start.
   */
  readonly versionToOffer: string | undefined;
  /** True if calls repeat arguments in headers when the input schema demands it. */
  readonly hasHeaderArguments: boolean;
  /** Capabilities that the server announced in addition to tools. */
  readonly features: readonly ServerFeature[];
  /** Passes each unchecked page of `tools/list` to `take`, until `take` wants no more. */
  listTools(signal: AbortSignal, take: TakePage): Promise<RequestOutcome<ListHints>>;
  /** Returns the keys and tokens of the server. */
  secrets(): readonly string[];
  /** Returns `value` without the server's keys and tokens. */
  hideSecrets<T extends JsonValue>(value: T): T;
  /** Returns a text with secrets hidden in its beginning only. Used for long texts that are cut afterwards. */
  hideInBeginning(text: string): string;
  readonly requests: {
    callTool(tool: string, input: JsonObject, options: ToolCallOptions): Promise<RequestOutcome<ToolResult>>;
  };
  /**
   * Sends a request about resources or prompts and checks the result. The value is undefined if the server has not
   * announced the capability; the server is then not asked.
   */
  requestFeature(
    request: FeatureRequest,
    options: CallOptions,
  ): Promise<RequestOutcome<JsonValue | undefined>>;
  /** Notifies the server that the roots have changed. */
  rootsChanged(): void;
  /** Sends the current minimum log level to a server that has a log. */
  logLevelChanged(): void;
  /** Settles all pending requests at once, then ends the server. No process is left when the promise resolves. */
  close(): Promise<void>;
}

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** Knowledge about a server's use of roots, kept over all its sessions. */
export interface RootsHistory {
  /** True if the server asks for the roots after its start or after a change. */
  asks: boolean;
  /** True if the log already says that the roots may replace folders in the server's definition. */
  saidNarrowed: boolean;
}

/** The MCP version of one server, kept over all its sessions. */
export interface VersionHistory {
  /** The only version that the definition allows; undefined if it allows all. */
  readonly pinned: string | undefined;
  /** The version to offer first at the next start; if undefined, the server is asked. */
  known: string | undefined;
}

export interface SessionOptions extends StdioOptions, HttpOptions {
  readonly clientInfo: ClientInfo;
  /** Connects to servers that are commands. Default: each server is a process. */
  readonly connectStdio?: ConnectStdio | undefined;
  /** Asks the user for inputs or a sign-in while the session opens. */
  readonly interaction: StartInteraction;
  /**
   * Returns the folders in which a server may work, as absolute paths (MCP roots). Undefined if servers receive no
   * roots.
   */
  readonly roots?: (() => readonly string[]) | undefined;
  readonly rootsHistory: RootsHistory;
  readonly versions: VersionHistory;
  /** Returns the minimum level of the server's log. Called when the server has started. */
  readonly logLevel?: (() => ServerLogLevel) | undefined;
  /** Lets the server ask the user during a call. */
  readonly userInteraction: UserInteraction;
  readonly onToolsChanged: () => void;
  /** Called with the keys and tokens that the server receives. */
  readonly onSecrets: (secrets: readonly string[]) => void;
  /** Called at most once, if the session ends without having been closed. */
  readonly onEnded: (reason: string) => void;
}

export type OpenOutcome = { readonly ok: true; readonly session: Session } | StartFailure;

/**
 * Result of an attempt to open a session. The server may have refused for missing authorization, or because of the MCP
 * version; `nextVersion` is then the version to try.
 */
export type OpenAttempt =
  | OpenOutcome
  | { readonly ok: false; readonly error: string; readonly refusal: AuthFailure }
  | { readonly ok: false; readonly error: string; readonly nextVersion: string };
