// Options of one session with one server, and of its calls.
import type { JsonObject } from '../../base/json.ts';
import type { CallOptions } from '../../catalog/index.ts';
import type { UserInteraction } from '../elicitation/index.ts';
import type { ServerLogLevel } from '../protocol/serverLog.ts';
import type { StartInteraction } from '../protocol/startInteraction.ts';
import type { HttpOptions } from '../transport/http/webRequests.ts';
import type { ConnectStdio, StdioOptions } from '../transport/stdio/stdioTransport.ts';
import type { TaskInHand } from './taskCall.ts';

export interface ToolCallOptions extends CallOptions {
  /** True if the tool supports tasks. The call is a task if the server supports tasks too. */
  readonly asTask: boolean;
  /** Input schema as listed by the server; undefined if it is not known. */
  readonly inputSchema: JsonObject | undefined;
  readonly inHand: TaskInHand;
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
  /** Name and version of this client, sent to servers (MCP `clientInfo`). */
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Connects to servers that are commands. Default: each server is a process. */
  readonly connectStdio?: ConnectStdio | undefined;
  /** Asks the user for inputs or a sign-in while the session opens. */
  readonly interaction: StartInteraction;
  /** Returns absolute paths of folders in which a server may work (MCP roots). Undefined if servers get none. */
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
