// The port for sources of tools: MCP servers, the workspace's files, saved scripts, the editor's own tools. All sources
// implement the same interface, so that a script treats all tools alike.
import type { ContentBlock } from '../base/contentBlock.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { FeatureAnswer, FeatureRequest, ServerFeature } from './serverFeatures.ts';
import type { CallFailure } from '../base/callFailure.ts';

/** Hints of the MCP specification (2025-11-25, "Tool annotations"). A tool without hints may write. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** An image of a tool for views: an `https:` address, or a `data:` address of an image. */
export interface ToolIcon {
  readonly src: string;
  /** Theme for which the image is made; absent if it suits any theme. */
  readonly theme?: 'light' | 'dark';
}

/** A tool as its server lists it (MCP `tools/list`), already guarded: schemas are JSON objects. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly icons?: readonly ToolIcon[];
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: ToolAnnotations;
  /**
   * Support of tasks: the server runs the tool only as a task (`required`), or also as one (MCP 2025-11-25, "Tasks").
   */
  readonly execution?: { readonly taskSupport: 'required' | 'optional' };
  /** True for a tool of the server's own app, which no model or script receives (MCP Apps 2026-01-26, "Visibility"). */
  readonly appOnly?: true;
  /** True if a view of the server shows the answers of the tool (MCP Apps 2026-01-26, `_meta.ui.resourceUri`). */
  readonly appView?: true;
  /** Metadata for clients that receive the tool directly, such as the address of the app's view. */
  readonly _meta?: JsonObject;
  /** True if the source asks the user itself where this is needed, so that nobody else asks. */
  readonly confirmsItself?: boolean;
  /**
   * Present for a saved script. The engine runs it for the script that calls it, instead of `callTool` of its source.
   */
  readonly script?: ScriptOfTool;
}

interface ScriptOfTool {
  /** The code in the file when the script was listed. */
  readonly code: string;
  /** Absolute path of the file. */
  readonly file: string;
}

/** The answer of a tool (MCP `CallToolResult`). */
export interface ToolResult {
  readonly _meta?: JsonObject;
  readonly content: readonly ContentBlock[];
  /** Any JSON value since MCP 2026-07-28; an object before. */
  readonly structuredContent?: JsonValue;
  readonly isError: boolean;
}

export type CallOutcome =
  { readonly ok: true; readonly result: ToolResult } | { readonly ok: false; readonly error: CallFailure };

/** The client of a call, which answers requests of the server to the user (MCP 2025-11-25, "Elicitation"). */
export interface CallRelay {
  /** True if the client can answer such a request. */
  answers(params: JsonObject): boolean;
  /** Passes a server's request to the client. Rejects with the `code` of a JSON-RPC error, and when `signal` aborts. */
  ask(server: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** Called when the server reports that the user has finished a page (`notifications/elicitation/complete`). */
  visitEnded(elicitationId: string): void;
}

/** The span of a call in a distributed trace. */
export interface CallTrace {
  /** Parent of the spans of the server (W3C Trace Context, "traceparent Header Field Values"). */
  readonly traceparent: string;
  /** Called with the known properties of the session over which the call is sent to its server. */
  sentOver(session: TracedSession): void;
}

export interface TracedSession {
  readonly transport: 'pipe' | 'tcp';
  readonly protocolVersion?: string;
  readonly sessionId?: string;
}

export interface CallOptions {
  /** Number of the call in the run. */
  readonly sequence?: number;
  /** Cancels the call; the server is notified (MCP `notifications/cancelled`). */
  readonly signal: AbortSignal;
  /** Called with progress that the server reports: a text and, if a total is known, a fraction from 0 to 1. */
  readonly onProgress?: (message: string, fraction?: number) => void;
  /** Data of the front door about the request of the call; only sources of the same front door know its type. */
  readonly invocationToken?: unknown;
  /**
   * Answers requests of the server to the user during this call if it can; otherwise the source asks the user itself.
   */
  readonly relay?: CallRelay | undefined;
  /** Stops the clock of the run until `ask` settles, because the time that a person takes does not count. */
  readonly pauseClockWhile?: <T>(ask: () => Promise<T>) => Promise<T>;
  /**
   * Called with `true` when the call is passed to its server, and with `false` while it is not, or when the server
   * turns out not to have received it. If a source never calls this function, its calls count as sent from the
   * beginning.
   */
  readonly onSent?: (sent: boolean) => void;
  readonly trace?: CallTrace;
  /** The tool as the caller saw it, perhaps long ago. It is not called if it is gone or has a graver effect now. */
  readonly expectedTool?: ToolDefinition;
}

/** Input that only the user can give. The start of the server waits for the input, or failed without it. */
export type UserAction = 'needs_input' | 'needs_sign_in';

export type ServerState = 'stopped' | 'starting' | 'running' | 'failed' | UserAction;

/** A server as far as it is known without starting it. */
export interface ServerInfo {
  /** Name in the configuration, unchanged. */
  readonly name: string;
  readonly state: ServerState;
  /** The file that defines the server, for people. */
  readonly origin: string;
  /** The reason why the server failed or cannot start: one line that ends with the next step. */
  readonly error?: string;
  /** True if the server failed because it did not become ready in time, so that more time may help. */
  readonly isSlow?: boolean;
}

export interface ToolListing {
  readonly ok: true;
  readonly tools: readonly ToolDefinition[];
  readonly instructions?: string;
  /** Name and version that the server reports about itself (MCP `serverInfo`). */
  readonly name?: string;
  readonly version?: string;
  /** Version of MCP that the server speaks. */
  readonly protocolVersion?: string;
  /** Time in milliseconds for which the server declares the list valid (MCP 2026-07-28, "Caching"). */
  readonly ttlMs?: number;
  /** Features of the server besides tools; absent if unknown. */
  readonly features?: readonly ServerFeature[];
  /** Problems of the list, one line each, such as malformed tools that were omitted. */
  readonly warnings?: readonly string[];
  /** Present if the server was not asked: `at` is the time of the list, the rest is the server's current state. */
  readonly cached?: { readonly at: number } & Pick<ServerInfo, 'state' | 'error'>;
}

export type ServerListing =
  | ToolListing
  | {
      readonly ok: false;
      readonly error: string;
      /** Present if the user could help. */
      readonly needs?: UserAction;
      /** True if the server may still answer. */
      readonly isStarting?: true;
    };

export interface ListOptions {
  /** Aborting ends the wait, but not work that other callers share. */
  readonly signal: AbortSignal;
  /**
   * True if the user may be asked for input that the server needs to start; default `false`. Set only if somebody named
   * this server: a background listing opens no dialog, and leaves the server as `needs_input` or `needs_sign_in`.
   */
  readonly interactive?: boolean;
  /** True if the server must be asked even if its tools are known from an earlier session. */
  readonly fresh?: boolean;
}

/** A source of tools with any number of servers. Expected failures are values; a rejection is a bug. */
export interface ToolSource {
  /** Returns the servers in the configuration without starting any. */
  servers(): Promise<readonly ServerInfo[]>;
  /** Returns the configuration's problems, one line each, apart from those of servers that `servers()` returned. */
  warnings(): readonly string[];
  /** Returns a server's current tools, or cached ones of an earlier session. `error` is one line for a reader. */
  listTools(server: string, options: ListOptions): Promise<ServerListing>;
  /** Returns the known tools of a server without asking it; absent if `listTools` asks nobody either. */
  knownTools?(server: string): Promise<ToolListing | undefined>;
  /**
   * Calls a tool by the raw names of its server and itself. The user may be asked for input that the server needs to
   * start. Settles exactly once, also when the server dies.
   */
  callTool(server: string, tool: string, input: JsonObject, options: CallOptions): Promise<CallOutcome>;
  /** Requests a feature besides tools; absent if no server of this source offers any. Settles like `callTool`. */
  requestFeature?(server: string, request: FeatureRequest, options: CallOptions): Promise<FeatureAnswer>;
  /** Calls `listener` when servers or their tools may have changed. Returns the function that stops listening. */
  onDidChange(listener: () => void): () => void;
  /** Closes every server. Pending calls settle with `server_unavailable`. */
  dispose(): Promise<void>;
}
