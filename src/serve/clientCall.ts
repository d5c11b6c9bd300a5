// One request of an MCP client while the server works on it, in a form that is the same for every version of MCP: the
// client, the receiver of progress, and the way to ask the client's user. `connectionCall` serves the versions with
// connections; `OpenRequest` serves MCP 2026-07-28.
/* eslint-disable @typescript-eslint/no-deprecated -- clients before MCP 2026-07-28 announce themselves once */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  type CallToolResult,
  type ClientCapabilities,
  type Implementation,
  type McpServer,
  type Request,
  type RequestOptions,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '../base/json.ts';
import { anyValue } from '../base/unchecked.ts';
import type { McpLogLevel, LogMessage } from './scriptLog.ts';

/**
 * The content of `notifications/progress`. `progress` grows with each report; `progress / total` is the fraction that
 * is done, if the total is known.
 */
export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** The client that sent the request. */
export interface CallingClient {
  /** The name that the client gives itself (`clientInfo.name`). */
  readonly name: string | undefined;
  readonly capabilities: ClientCapabilities;
}

export interface ElicitOptions {
  readonly signal: AbortSignal;
  /**
   * True if the request has had no effects yet: another process may then start the request again with the user's
   * answer.
   */
  readonly mayRestart?: boolean;
}

/** One request and its response as the client sees them, received by this process or by another one. */
export interface Exchange {
  /** Aborted when the client cancels the request or disconnects. */
  readonly signal: AbortSignal;
  /**
   * Reports progress. Undefined if the client did not ask for progress. Reports to a client that has disconnected are
   * dropped.
   */
  readonly progress: ((report: ProgressReport) => void) | undefined;
  /** Sends one log message. */
  log(params: LogMessage): void;
}

export interface ClientCall extends Exchange {
  readonly client: CallingClient;
  /** The `_meta` field of the request. */
  readonly meta: Readonly<Record<string, unknown>>;
  /**
   * Asks the client's user with the parameters of `elicitation/create`. Resolves with the unvalidated result; rejects
   * when the signal aborts and when no answer arrives.
   */
  elicit(params: JsonObject, options: ElicitOptions): Promise<JsonObject>;
  /** Lowest level of the log messages that the client wants; undefined if it wants none. */
  readonly logLevel: McpLogLevel | undefined;
  /** Called when the request has started a run; `run` is the id of the run's record. */
  recorded(run: string): void;
  /**
   * Tells the client that its user has finished with a web page, if the version of MCP supports this notification
   * (2025-11-25).
   */
  visitEnded(elicitationId: string): void;
}

/** Time in milliseconds in which a question must be answered. */
export const questionTimeoutMs = 600_000;

/** True if the client supports form elicitation. A client that names no mode supports forms (MCP 2025-06-18). */
export function canFillForms({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * Reads the client's name and capabilities from the `_meta` field of a request of MCP 2026-07-28. The SDK rejects
 * requests that lack them.
 */
export function readEnvelope(envelope: object) {
  const fields = envelope as {
    readonly [CLIENT_INFO_META_KEY]?: Implementation;
    readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
    readonly [LOG_LEVEL_META_KEY]?: McpLogLevel;
  };
  return {
    clientInfo: fields[CLIENT_INFO_META_KEY],
    clientCapabilities: fields[CLIENT_CAPABILITIES_META_KEY],
    logLevel: fields[LOG_LEVEL_META_KEY],
  };
}

/** Returns the capabilities that the client of a connection announced when it initialized. */
export function announcedBy(server: McpServer['server']): ClientCapabilities {
  return server.getClientCapabilities() ?? {};
}

/**
 * Returns the client of a request. MCP 2026-07-28 names the client in each request, earlier versions in `initialize`.
 */
export function clientOf(
  server: McpServer['server'],
  { mcpReq: { envelope } }: ServerContext,
): CallingClient {
  if (!envelope) return { name: server.getClientVersion()?.name, capabilities: announcedBy(server) };
  const { clientInfo, clientCapabilities } = readEnvelope(envelope);
  return { name: clientInfo?.name, capabilities: clientCapabilities ?? {} };
}

/** Sends a notification that belongs to a request. A notification to a client that has disconnected is dropped. */
function notify({ mcpReq }: ServerContext, method: string, params: object): void {
  mcpReq.notify({ method, params: { ...params } }).catch(() => undefined);
}

/** Returns a result that tells the model of a failure. */
export function failedResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Returns the exchange of a request that this process received. */
export function exchangeOf(context: ServerContext): Exchange {
  const { signal, _meta: { progressToken } = {} } = context.mcpReq;
  return {
    signal,
    progress:
      progressToken === undefined
        ? undefined
        : (report) => notify(context, 'notifications/progress', { progressToken, ...report }),
    log: (params) => notify(context, 'notifications/message', params),
  };
}

/**
 * Creates the call for a request over a connection; the server asks the client with requests of its own. `logLevel` is
 * the level that the client set for the connection.
 */
export function connectionCall(
  server: McpServer['server'],
  context: ServerContext,
  logLevel?: McpLogLevel,
): ClientCall {
  const { mcpReq } = context;
  return {
    ...exchangeOf(context),
    client: clientOf(server, context),
    meta: mcpReq._meta ?? {},
    elicit: (params, { signal }) => elicit(mcpReq.send, params, signal),
    recorded: () => undefined,
    logLevel,
    visitEnded: (elicitationId) => notify(context, 'notifications/elicitation/complete', { elicitationId }),
  };
}

/**
 * Asks the client of a connection with `send`. Resolves with the unvalidated result; rejects when `signal` aborts and
 * when no answer arrives.
 */
export async function elicit(send: Send, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const answer = await send({ method: 'elicitation/create', params: { ...params } }, anyValue, {
    signal,
    timeout: questionTimeoutMs,
  });
  return answer as JsonObject; // The schema of results admits only an object, which was parsed from JSON.
}

type Send = (request: Request, resultSchema: StandardSchemaV1, options: RequestOptions) => Promise<unknown>;
