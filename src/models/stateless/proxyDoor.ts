// Chat completions over HTTP on this machine (OpenAI's API). `ChatProxy` answers requests with tools; all others are
// passed on to the upstream.
import { stringifyExact } from '../../base/exactJson.ts';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { JsonObject } from '../../base/json.ts';
import { boundedServer, pageRefusal } from '../../serve/index.ts';
import { ChatError } from './chatError.ts';
import type { ChatProxy } from './chatProxy.ts';
import { longestBody, type ChatRequest } from './chatRequest.ts';
import { UpstreamRefusal, type Upstream } from './upstream.ts';
import { errorInText } from './upstreamError.ts';

interface ProxyDoorOptions {
  readonly proxy: ChatProxy;
  readonly upstream: Upstream;
  /** Port on 127.0.0.1; 0 for any free port. */
  readonly port: number;
  /** Called with one line that contains no text of a client or of the upstream. */
  readonly log: (line: string) => void;
}

/** A request of a client and the response to it. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

const chatPath = '/chat/completions';
/** Maximum silence of a stream in milliseconds, because some clients give up. */
const keepAliveMs = 10_000;
/** Headers that belong to one connection only or that the next connection sets itself. */
const ownHeaders: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'accept-encoding',
  'expect',
  'origin',
  'cookie',
  'set-cookie',
];

export class ProxyDoor {
  readonly #options: ProxyDoorOptions;
  readonly #http: Server;
  readonly #closing = new AbortController();

  /** Rejects if the port is in use. */
  static async listen(options: ProxyDoorOptions): Promise<ProxyDoor> {
    const door = new ProxyDoor(options);
    door.#http.listen(options.port, '127.0.0.1');
    await once(door.#http, 'listening');
    door.#http.on('error', (error) => options.log(`A connection failed: ${error.message}`));
    return door;
  }

  private constructor(options: ProxyDoorOptions) {
    this.#options = options;
    this.#http = boundedServer((request, response) => void this.#answer(request, response));
  }

  get port(): number {
    const address = this.#http.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Ends all requests and their scripts. */
  async close(): Promise<void> {
    this.#closing.abort();
    const closed = once(this.#http, 'close');
    this.#http.close();
    this.#http.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.once('close', () => left.abort());
    const signal = AbortSignal.any([this.#closing.signal, left.signal]);
    try {
      await this.#serve({ request, response, signal });
    } catch (error) {
      if (signal.aborted) response.destroy();
      else this.#fail(response, error);
    }
  }

  async #serve(exchange: Exchange): Promise<void> {
    const { request, response, signal } = exchange;
    const refusal = pageRefusal(request.headers, this.port);
    if (refusal) throw new ChatError(refusal.status, 'forbidden', refusal.message);
    const [, path] = /^\/v1(\/[^#]*)$/.exec(request.url ?? '') ?? [];
    if (path === undefined)
      throw new ChatError(404, 'not_found', 'Set the base URL of your client to this address and /v1.');
    const body = await readBody(request);
    if (path.split('?')[0] !== chatPath || request.method !== 'POST') {
      await this.#passOn(path, body, exchange);
      return;
    }
    const { proxy } = this.#options;
    const chat = proxy.read(body.toString('utf8'));
    const plain = proxy.plainBody(chat);
    if (plain) await this.#passOn(path, Buffer.from(stringifyExact(plain)), exchange);
    else if (chat.stream) await this.#stream(path, chat, exchange);
    else {
      const call = { path, headers: forwarded(request), sendChunk: () => undefined, signal };
      sendJson(response, 200, await proxy.answer(chat, call));
    }
  }

  async #stream(path: string, chat: ChatRequest, { request, response, signal }: Exchange): Promise<void> {
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
    const write = (text: string) => {
      if (!response.headersSent) response.writeHead(200, headers);
      response.write(text);
    };
    const sendChunk = (chunk: JsonObject) => write(`data: ${stringifyExact(chunk)}\n\n`);
    const beat = setInterval(() => write(': working\n\n'), keepAliveMs);
    try {
      await this.#options.proxy.answer(chat, { path, headers: forwarded(request), sendChunk, signal });
    } finally {
      clearInterval(beat);
    }
    write('data: [DONE]\n\n');
    response.end();
  }

  /** Passes the request and the response on unchanged. */
  async #passOn(path: string, body: Buffer, { request, response, signal }: Exchange): Promise<void> {
    const { method = 'GET' } = request;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const answer = await this.#options.upstream.send(path, {
      method,
      headers: forwarded(request),
      signal,
      ...(hasBody && { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status, kept(answer.headers));
    if (answer.body) {
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        if (!response.write(chunk)) await once(response, 'drain', { signal });
      }
    }
    response.end();
  }

  #fail(response: ServerResponse, error: unknown): void {
    if (!(error instanceof ChatError) && !(error instanceof UpstreamRefusal)) {
      this.#options.log(`A request failed: ${error instanceof Error ? error.name : typeof error}`);
    }
    const known =
      error instanceof ChatError
        ? error
        : new ChatError(500, null, 'The request failed.', { type: 'server_error' });
    if (response.headersSent) {
      const body = error instanceof UpstreamRefusal ? { error: errorInText(error.text) } : known.body;
      response.end(`data: ${stringifyExact(body)}\n\n`);
    } else if (error instanceof UpstreamRefusal)
      response.writeHead(error.status, kept(error.headers)).end(error.text);
    else sendJson(response, known.status, known.body);
  }
}

function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  // The connection is closed, because the rest of a body that is too long is not read.
  const close = status === 413 ? { connection: 'close' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...close }).end(stringifyExact(body));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longestBody)
      throw new ChatError(413, 'request_too_large', `The request is over ${longestBody / 1024 / 1024} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the client's headers for the upstream, including the API key. */
function forwarded({ headers }: IncomingMessage): Headers {
  const named = (headers.connection ?? '').toLowerCase();
  const sent = Object.entries(headers).filter(
    ([name]) => !ownHeaders.includes(name) && !named.split(/\s*,\s*/).includes(name),
  );
  return new Headers(sent.map(([name, value]) => [name, String(value)]));
}

/** Returns the upstream's headers for the client. `fetch` has decoded the body. */
function kept(headers: Headers): Record<string, string> {
  const left = [...ownHeaders, 'content-encoding'];
  return Object.fromEntries([...headers].filter(([name]) => !left.includes(name)));
}
