// The part of an MCP server over Streamable HTTP that is needed for sessions; a test decides the results of its calls
// and streams.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ScriptedCall {
  readonly id: number;
  readonly tool: string;
  /** The first session is `session-1`. */
  readonly session: string | undefined;
  /** `_meta` of the parameters. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface McpScript {
  /** Handles a `tools/call`. Default: answers with the session's name. */
  readonly call?: (call: ScriptedCall) => void;
  /** Names of the listed tools, which take no arguments. */
  readonly tools?: readonly string[];
  /** Members that are added to the answer to `initialize`. */
  readonly initialize?: object;
  /** Members that are added to each list. */
  readonly list?: object;
  /** Handles any other request; with false, the request is answered as a list. */
  readonly asked?: (method: string, id: number, response: ServerResponse) => boolean;
  /** Handles a GET. Default: HTTP 405. */
  readonly get?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Called with each notification before it is accepted. */
  readonly notified?: (method: string, params: unknown) => void;
  /** Handles an answer to a request of the server. Default: accepts the answer. */
  readonly answered?: (response: ServerResponse) => void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly _meta?: Readonly<Record<string, unknown>> };
}

export function scriptedMcp({
  call = answerSession,
  tools = [],
  initialize,
  list,
  asked,
  get = refuse,
  notified,
  answered = accept,
}: McpScript = {}): RequestListener {
  let sessions = 0;
  return (request, response) => {
    void text(request).then((body) => {
      if (request.method === 'GET') {
        get(request, response);
        return;
      }
      if (request.method !== 'POST') {
        refuse(request, response);
        return;
      }
      const { id, method, params } = JSON.parse(body) as Message;
      if (method === undefined) {
        answered(response);
        return;
      }
      if (id === undefined) {
        notified?.(method, params);
        accept(response);
        return;
      }
      if (method === 'initialize') {
        sessions += 1;
        const result = {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'x', version: '1' },
        };
        answer(response, id, { ...result, ...initialize }, { 'mcp-session-id': `session-${sessions}` });
        return;
      }
      if (method !== 'tools/call') {
        if (asked?.(method, id, response)) return;
        answer(response, id, {
          tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })),
          ...list,
        });
        return;
      }
      const session = request.headers['mcp-session-id'];
      const called = {
        id,
        tool: params?.name ?? '',
        session: typeof session === 'string' ? session : undefined,
      };
      call({ ...called, meta: params?._meta ?? {}, request, response });
    });
  };
}

export function answerText({ id, response }: ScriptedCall, value: string): void {
  answer(response, id, textResult(value));
}

export const textResult = (value: string): object => ({ content: [{ type: 'text', text: value }] });

/** Returns pings as events, as a server sends them to find out if the client still exists. */
export function pings(count: number): string {
  return Array.from({ length: count }, (_, sent) =>
    event({ message: { id: `ping-${sent}`, method: 'ping' } }),
  ).join('');
}

/** Begins an event stream. */
export function openStream(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  return response;
}

/** Returns one event in the form in which it is written to a stream. */
export function event({ id, retry, message }: { id?: string; retry?: number; message?: object }): string {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    `data: ${message === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', ...message })}`,
  ];
  return `${lines.join('\n')}\n\n`;
}

function answerSession(call: ScriptedCall): void {
  answerText(call, call.session ?? 'no session');
}

export function answer(
  response: ServerResponse,
  id: number,
  result: object,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

function accept(response: ServerResponse): void {
  response.writeHead(202).end();
}

function refuse(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(405).end();
}
