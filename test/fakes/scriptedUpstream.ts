// Serves chat completions on 127.0.0.1 in place of a model's server, streamed on request. Answers as a test says, and
// keeps the requests.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { hangUp, listen } from './listen.ts';

export interface UpstreamCall {
  readonly name: string;
  /** A text is sent unchanged. */
  readonly arguments: unknown;
  /** True if the arguments are a JSON value and not JSON text, as some servers send them. */
  readonly asValue?: true;
}

export interface UpstreamTurn {
  readonly text?: string;
  readonly calls?: readonly UpstreamCall[];
  /** Replaces the finish reason that follows from the calls. */
  readonly finish?: string;
  /** The whole body of an answer with status 200, in place of all other members. A text is sent unchanged. */
  readonly body?: unknown;
  /** The last event of a stream after the text, in place of all other members. */
  readonly lastEvent?: string;
  /** An answer with another status than 200, and this text. */
  readonly refusal?: { readonly status: number; readonly text: string };
  /** True if the request is not answered before the client disconnects. */
  readonly silent?: true;
}

export interface UpstreamMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

export interface UpstreamRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came. */
  readonly text: string;
  readonly body: {
    readonly messages: readonly UpstreamMessage[];
    readonly tools?: readonly {
      readonly function: { readonly name: string; readonly description: string };
    }[];
    readonly [field: string]: unknown;
  };
  /** Settles when the client has disconnected or was answered. */
  readonly closed: Promise<unknown>;
}

type Answer = (request: UpstreamRequest) => UpstreamTurn;

export class ScriptedUpstream implements AsyncDisposable {
  readonly requests: UpstreamRequest[] = [];
  readonly #server: Server;
  #answer: Answer = () => ({ text: 'ok' });
  #port = 0;
  #arrived = Promise.withResolvers<UpstreamRequest>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ScriptedUpstream> {
    const server = createServer();
    const upstream = new ScriptedUpstream(server);
    server.on(
      'request',
      (request, response) => void upstream.#receive(request, response).catch(() => response.destroy()),
    );
    upstream.#port = await listen(server);
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  /** Sets one turn for each request, or a function that answers each request. Forgets the requests so far. */
  play(script: readonly UpstreamTurn[] | Answer): void {
    this.requests.length = 0;
    this.#arrived = Promise.withResolvers();
    this.#answer =
      typeof script === 'function'
        ? script
        : () => script[this.requests.length - 1] ?? { text: 'The script of the test is over.' };
  }

  /** The first request since `play`. */
  get arrived(): Promise<UpstreamRequest> {
    return this.#arrived.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await hangUp(this.#server);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ object: 'list', data: [{ id: request.url }] }));
      return;
    }
    const closed = new Promise((resolve) => response.once('close', resolve));
    const sent = await text(request);
    const body = JSON.parse(sent) as UpstreamRequest['body']; // our own program wrote it
    const seen = { path: request.url ?? '', headers: request.headers, text: sent, body, closed };
    this.requests.push(seen);
    this.#arrived.resolve(seen);
    const turn = this.#answer(seen);
    if (turn.silent) return;
    if (turn.refusal)
      response
        .writeHead(turn.refusal.status, { 'content-type': 'application/json', 'retry-after': '7' })
        .end(turn.refusal.text);
    else if (turn.body !== undefined)
      response.writeHead(200, { 'content-type': 'application/json' }).end(textOf(turn.body));
    else if (body['stream'] === true) sendStream(response, turn, body);
    else
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion(turn)));
  }
}

const usage = {
  prompt_tokens: 10,
  completion_tokens: 5,
  total_tokens: 15,
  prompt_tokens_details: { cached_tokens: 2 },
};
const envelope = { id: 'scripted-1', created: 1, model: 'scripted' };

function completion({ text, calls = [], finish = finishOf(calls) }: UpstreamTurn): object {
  const written = calls.map((call, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
  const message = {
    role: 'assistant',
    content: text ?? null,
    ...(written.length > 0 && { tool_calls: written }),
  };
  return {
    ...envelope,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage,
  };
}

/** Sends the answer in several parts, as real endpoints do. */
function sendStream(response: ServerResponse, turn: UpstreamTurn, body: UpstreamRequest['body']): void {
  const { text = '', calls = [], finish = finishOf(calls), lastEvent } = turn;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (more: object) =>
    response.write(`data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', ...more })}\n\n`);
  const send = (delta: object, finish_reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason }] });
  send({ role: 'assistant', content: '' });
  for (const content of pieces(text)) send({ content });
  if (lastEvent !== undefined) {
    response.end(`${lastEvent}\n\n`);
    return;
  }
  for (const [index, call] of calls.entries()) {
    send({
      tool_calls: [
        { index, id: `call_${index}`, type: 'function', function: { name: call.name, arguments: '' } },
      ],
    });
    const given = argumentsOf(call);
    for (const part of typeof given === 'string' ? pieces(given) : [given])
      send({ tool_calls: [{ index, function: { arguments: part } }] });
  }
  send({}, finish);
  if (JSON.stringify(body['stream_options'] ?? {}).includes('true')) chunk({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

function finishOf(calls: readonly UpstreamCall[]): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function argumentsOf({ arguments: given, asValue }: UpstreamCall): unknown {
  return asValue === true ? given : textOf(given);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,20}/gu) ?? [];
}
