// One life of one server, from a finished `initialize` to its end, as the connection sees it. The implementation
// loads the MCP SDK and is itself loaded when the first server is started.
import type { JsonObject } from '../catalog/json.ts';
import type { CallOptions, ToolResult } from '../catalog/toolSource.ts';
import type { StopTimes } from './stdioTransport.ts';

/** What one request came to. Every request settles, whatever happens to the server. */
export type RequestOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The server answered with an error, or with something that is not MCP; one sentence. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'aborted' }
  /** The server is gone. `asked`: the request may have reached it. `reason` is one sentence. */
  | { readonly kind: 'ended'; readonly reason: string; readonly asked: boolean };

export interface Session {
  readonly instructions: string | undefined;
  /** As the server tells it. */
  readonly version: string | undefined;
  /** All pages of `tools/list`, unguarded. */
  listTools(signal: AbortSignal): Promise<RequestOutcome<readonly unknown[]>>;
  callTool(tool: string, input: JsonObject, options: CallOptions): Promise<RequestOutcome<ToolResult>>;
  /** Settles what is pending at once, then ends the server; no process is left when it resolves. */
  close(): Promise<void>;
}

export interface SessionEvents {
  readonly onToolsChanged: () => void;
  /** The server is gone without having been closed; called at most once. */
  readonly onEnded: (reason: string) => void;
  readonly log: (line: string) => void;
}

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

export interface SessionOptions extends SessionEvents {
  readonly clientInfo: ClientInfo;
  readonly stop: StopTimes;
  /** For messages: how long `signal` waits until it is aborted with a `TimeoutError`. */
  readonly startMs: number;
  /** For messages: the file to correct. */
  readonly origin: string;
}

/** `error`: one line that ends with what to do. */
export type OpenOutcome = { readonly ok: true; readonly session: Session } | { readonly ok: false; readonly error: string };
