// One request of an MCP client while it is worked on, the same in every version of MCP: who asks, where its progress goes, and how its user
// is asked. `connectionCall` is for the versions with connections, `OpenRequest` for MCP 2026-07-28.
/* eslint-disable @typescript-eslint/no-deprecated -- clients of the versions before MCP 2026-07-28 announce themselves once */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
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
import type { LogLevel, LogMessage } from './scriptLog.ts';

/** As `notifications/progress` carries it. `progress` grows with each report; `progress / total` is the fraction, where it is known. */
export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** The client that asks. */
export interface CallingClient {
  /** The name that it gives itself (`clientInfo.name`). */
  readonly name: string | undefined;
  /** The capabilities that the client announced. */
  readonly capabilities: ClientCapabilities;
}

export interface ElicitOptions {
  readonly signal: AbortSignal;
  /** True if nothing was done yet that must not be done twice: another process may begin the request anew with the answer. */
  readonly mayRestart?: boolean;
}

export interface ClientCall {
  readonly client: CallingClient;
  /** `_meta` of the request. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Aborted when the client gives the request up, or leaves. */
  readonly signal: AbortSignal;
  /**
   * Asks the client's user with the parameters of `elicitation/create`. Settles with the result as it came, still to be guarded; rejects when
   * the signal aborts, and when no answer comes.
   */
  elicit(params: JsonObject, options: ElicitOptions): Promise<JsonObject>;
  /** Reports progress; undefined where the client did not ask for it. A client that is gone gets nothing. */
  readonly progress: ((report: ProgressReport) => void) | undefined;
  /** The level from which on the client wants log lines; undefined: none. */
  readonly logLevel: LogLevel | undefined;
  /** Sends one line of a log. */
  log(params: LogMessage): void;
  /** The request began a run with this record. */
  recorded(run: string): void;
  /** Tells the client that its user is done with a page, where the version of MCP has that (2025-11-25). */
  visitEnded(elicitationId: string): void;
}

/** How long a question waits for its answer. */
export const answerMs = 600_000;

/** A client that names no mode has forms (MCP 2025-06-18). */
export function canFillForms({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Reads the client's name and capabilities from `_meta` of a request of MCP 2026-07-28. The SDK refuses requests that lack them. */
export function readEnvelope(envelope: object): {
  readonly clientInfo?: Implementation;
  readonly clientCapabilities?: ClientCapabilities;
  readonly logLevel?: LogLevel;
} {
  const {
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: clientCapabilities,
    [LOG_LEVEL_META_KEY]: logLevel,
  } = envelope as {
    readonly [CLIENT_INFO_META_KEY]?: Implementation;
    readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
    readonly [LOG_LEVEL_META_KEY]?: LogLevel;
  };
  return { ...(clientInfo && { clientInfo }), ...(clientCapabilities && { clientCapabilities }), ...(logLevel && { logLevel }) };
}

/** The capabilities that the client of a connection announced when it initialized. */
export function announcedBy(server: McpServer['server']): ClientCapabilities {
  return server.getClientCapabilities() ?? {};
}

/** The client of a request: MCP 2026-07-28 says it in each, the versions before in `initialize`. */
export function clientOf(server: McpServer['server'], { mcpReq: { envelope } }: ServerContext): CallingClient {
  if (!envelope) return { name: server.getClientVersion()?.name, capabilities: announcedBy(server) };
  const { clientInfo, clientCapabilities } = readEnvelope(envelope);
  return { name: clientInfo?.name, capabilities: clientCapabilities ?? {} };
}

/** Sends a notification that belongs to a request. A client that is gone reads nothing. */
export function notify({ mcpReq }: ServerContext, method: string, params: object): void {
  mcpReq.notify({ method, params: { ...params } }).catch(() => undefined);
}

/** Reports the progress of a request; undefined where its client did not ask for it. */
export function progressOf(context: ServerContext): ((report: ProgressReport) => void) | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (report) => notify(context, 'notifications/progress', { progressToken, ...report });
}

/** A request over a connection, whose client is asked by a request of ours. `logLevel`: the connection's. */
export function connectionCall(server: McpServer['server'], context: ServerContext, logLevel?: LogLevel): ClientCall {
  const { mcpReq } = context;
  return {
    client: clientOf(server, context),
    meta: mcpReq._meta ?? {},
    signal: mcpReq.signal,
    elicit: (params, { signal }) => elicit(mcpReq.send, params, signal),
    progress: progressOf(context),
    recorded: () => undefined,
    logLevel,
    log: (params) => notify(context, 'notifications/message', params),
    visitEnded: (elicitationId) => notify(context, 'notifications/elicitation/complete', { elicitationId }),
  };
}

/** Asks the client of a connection with `send`. The result is as it came; rejects when `signal` aborts, and when no answer comes. */
export async function elicit(send: Send, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const answer = await send({ method: 'elicitation/create', params: { ...params } }, anyValue, { signal, timeout: answerMs });
  return answer as JsonObject; // of JSON, an object by the schema of results
}

type Send = (request: Request, resultSchema: StandardSchemaV1, options: RequestOptions) => Promise<unknown>;
