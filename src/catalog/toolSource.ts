// The port through which tools come in: MCP servers, the workspace's files, saved scripts, the editor's own tools. All implement the same
// interface, so that all tools look the same to a script.
import type { ContentBlock } from './contentBlock.ts';
import type { JsonObject } from '../base/json.ts';
import type { FeatureAnswer, FeatureRequest, ServerFeature } from './serverFeatures.ts';
import type { CallFailure } from './callFailure.ts';

/** Hints of the MCP specification (2025-11-25, "Tool annotations"). No hint means that the tool may write. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** An image of a tool, for views: an address of `https:`, or a `data:` of an image. */
export interface ToolIcon {
  readonly src: string;
  /** The background that it is made for; absent: any. */
  readonly theme?: 'light' | 'dark';
}

/** A tool as its server lists it (MCP `tools/list`), already guarded: the schemas are JSON objects. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly icons?: readonly ToolIcon[];
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: ToolAnnotations;
  /** Whether its server carries it out as a task: only so (`required`), or also so (MCP 2025-11-25, "Tasks"). */
  readonly execution?: { readonly taskSupport: 'required' | 'optional' };
  /** Its server keeps it for its own app: a model, and so a script, is not to have it (MCP Apps 2026-01-26, "Visibility"). */
  readonly appOnly?: true;
  /** Its answers are shown by a view of its server's (MCP Apps 2026-01-26, `_meta.ui.resourceUri`). */
  readonly appView?: true;
  /** For clients that get the tool itself: where the view of its app is, for one. */
  readonly _meta?: JsonObject;
  /** Its source asks the user wherever that is needed, so that no one else does. */
  readonly confirmsItself?: boolean;
  /** It is a saved script, which the engine runs for the script that calls it: `callTool` of its source does not. */
  readonly script?: ScriptOfTool;
}

interface ScriptOfTool {
  /** As it stood in its file when it was listed. */
  readonly code: string;
  /** Absolute path. */
  readonly file: string;
}

/** What a tool answered (MCP `CallToolResult`). */
export interface ToolResult {
  readonly _meta?: JsonObject;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonObject;
  readonly isError: boolean;
}

export type CallOutcome = { readonly ok: true; readonly result: ToolResult } | { readonly ok: false; readonly error: CallFailure };

/** The client on whose behalf a call is made, for what a server asks the user in the middle of it (MCP 2025-11-25, "Elicitation"). */
export interface CallRelay {
  /** Whether it can answer such a request. */
  answers(params: JsonObject): boolean;
  /** Asks it for the server. Rejects with an error that has the `code` of a JSON-RPC error, and when `signal` aborts. */
  ask(server: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** The server knows that the user is done with a page (`notifications/elicitation/complete`). */
  visitEnded(elicitationId: string): void;
}

/** The span of a call in a distributed trace. */
export interface CallTrace {
  /** W3C Trace Context, "traceparent Header Field Values": its server's spans are children of it. */
  readonly traceparent: string;
  /** Hears over which session the call went to its server, as far as that is known. */
  sentOver(session: TracedSession): void;
}

export interface TracedSession {
  readonly transport: 'pipe' | 'tcp';
  readonly protocolVersion?: string;
  readonly sessionId?: string;
}

export interface CallOptions {
  /** Its number in the run. */
  readonly sequence?: number;
  /** Aborting cancels the call at the server too (MCP `notifications/cancelled`). */
  readonly signal: AbortSignal;
  /** Progress of this call, when the server reports it: text and, if a total is known, a fraction from 0 to 1. */
  readonly onProgress?: (message: string, fraction?: number) => void;
  /** What the front door knows of the request that the call belongs to: opaque to all but its own sources. */
  readonly invocationToken?: unknown;
  /** Answers what the server asks the user during this call, where it can; else the source's own way to the user does. */
  readonly relay?: CallRelay | undefined;
  /** Wraps a wait for a person, whose time is not the run's: its clock stands still until `ask` settles. */
  readonly pauseClockWhile?: <T>(ask: () => Promise<T>) => Promise<T>;
  /**
   * Where the call is: `true` when it is handed to its server, `false` while it is not, or when the server turns out not to have taken
   * it. Of a source that never says, calls count as handed over from the beginning.
   */
  readonly onSent?: (sent: boolean) => void;
  readonly trace?: CallTrace;
  /** The tool as the caller saw it, perhaps long ago: a source does not call one that is gone, or that can do more now. */
  readonly expectedTool?: ToolDefinition;
}

/** What only a person can give: the start waits for them, or ended for want of them. */
export type UserAction = 'needs_input' | 'needs_sign_in';

export type ServerState = 'stopped' | 'starting' | 'running' | 'failed' | UserAction;

/** A server as it is known without starting it. */
export interface ServerInfo {
  /** The name in the configuration, unchanged. */
  readonly name: string;
  readonly state: ServerState;
  /** Where it is defined, for a person: a file path. */
  readonly origin: string;
  /** Why it failed or cannot start: one line, ending with what to do. */
  readonly error?: string;
  /** It failed because it was not ready in its time: it may only need more. */
  readonly isSlow?: boolean;
  /** Set where its tools are those of an earlier session: when they were listed, in milliseconds since 1970. */
  readonly cachedAt?: number;
  /** How many tools it listed last; absent where it never did. */
  readonly toolCount?: number;
}

export interface ToolListing {
  readonly ok: true;
  readonly tools: readonly ToolDefinition[];
  readonly instructions?: string;
  /** The server's own name and version, as it reports them (MCP `serverInfo`). */
  readonly name?: string;
  readonly version?: string;
  /** The version of MCP that is spoken with it. */
  readonly protocolVersion?: string;
  /** How long the list holds, in milliseconds, as the server says (MCP 2026-07-28, "Caching"). */
  readonly ttlMs?: number;
  /** What it offers beside tools; absent where that is not known. */
  readonly features?: readonly ServerFeature[];
  /** What was wrong with the list, one line each: tools left out because they are malformed. */
  readonly warnings?: readonly string[];
  /** Set where the server itself has not been asked: `at` is when the list was made, the rest how it stands with the server now. */
  readonly cached?: { readonly at: number } & Pick<ServerInfo, 'state' | 'error'>;
}

export type ServerListing =
  | ToolListing
  | {
      readonly ok: false;
      readonly error: string;
      /** Set where a person could help. */
      readonly needs?: UserAction;
      /** Set where it may answer yet. */
      readonly isStarting?: true;
    };

export interface ListOptions {
  /** Aborting ends the wait, not work that others share. */
  readonly signal: AbortSignal;
  /**
   * Whether the user may be asked for what the server needs to start; `false` by default. Only where somebody named this very server: a
   * listing that no one asked for raises no dialog, and its server is left as `needs_input` or `needs_sign_in`.
   */
  readonly interactive?: boolean;
  /** The server itself is to be asked, also where its tools are known from an earlier session. */
  readonly fresh?: boolean;
}

/** Where tools come from: any number of servers. Expected failures are values; a rejection is a bug. */
export interface ToolSource {
  /** Which servers there are, by configuration alone: starts nothing. */
  servers(): Promise<readonly ServerInfo[]>;
  /** What is wrong with the configuration beyond the servers that `servers()` last gave; one line each. */
  warnings(): readonly string[];
  /** The server's tools: those it has now, or those of an earlier session, marked as such. `error` is one line for a person or a model. */
  listTools(server: string, options: ListOptions): Promise<ServerListing>;
  /** The server's tools as far as they are known, without asking it; absent where `listTools` asks no one either. */
  knownTools?(server: string): Promise<ToolListing | undefined>;
  /**
   * Calls a tool by its server's and its own raw names; a person may be asked for what its server needs to start. Settles exactly
   * once, also when the server dies.
   */
  callTool(server: string, tool: string, input: JsonObject, options: CallOptions): Promise<CallOutcome>;
  /** Asks a server for what it offers beside tools; absent where no server of this source has such. Settles as `callTool` does. */
  requestFeature?(server: string, request: FeatureRequest, options: CallOptions): Promise<FeatureAnswer>;
  /** Fires when servers or their tools may have changed. Returns the function that stops listening. */
  onDidChange(listener: () => void): () => void;
  /** Closes every server. Pending calls settle with `server_unavailable`. */
  dispose(): Promise<void>;
}
