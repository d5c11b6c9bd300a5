// An OpenAI-compatible endpoint on 127.0.0.1 in place of a language model: Copilot Chat talks to it as to any other,
// it answers agent mode from a script, and it keeps every request, so that a test can assert on what a model would
// have seen and count what it would have cost.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { hangUp, listen } from '../../fakes/listen.ts';

export interface ScriptedCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** One turn of the model in agent mode. */
export type ScriptedTurn =
  | { readonly calls: readonly ScriptedCall[] }
  | { readonly text: string }
  /** An error of the endpoint. */
  | { readonly status: number; readonly message: string }
  /** Says this and never ends; `onHungUp` is called when the client ends the request. */
  | { readonly begins: string; readonly onHungUp: () => void };
/** A turn, or how to make it from the request that it answers (`text` that quotes a tool's result). */
export type ScriptedStep = ScriptedTurn | ((request: ModelRequest) => ScriptedTurn);

export interface ModelMessage {
  readonly role: string;
  /** Text parts joined; empty for a message that only calls tools. */
  readonly text: string;
}

/** One request as it arrived. */
export interface ModelRequest {
  /** Whether it carries tools: agent mode. Others are titles, summaries and the like. */
  readonly agent: boolean;
  readonly messages: readonly ModelMessage[];
  readonly toolNames: readonly string[];
  /** o200k tokens of the messages and of the tools as they stand in the request's JSON. */
  readonly tokens: { readonly messages: number; readonly tools: number };
  readonly body: Readonly<Record<string, unknown>>;
}

export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  readonly #server: Server;
  #port = 0;
  #script: readonly ScriptedStep[] = [];
  #isPlayed: (request: ModelRequest) => boolean = isAgent;
  #turn = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ScriptedModel> {
    const server = createServer();
    const model = new ScriptedModel(server);
    server.on('request', (request, response) => {
      model
        .#answer(request, response)
        .catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
    });
    model.#port = await listen(server);
    return model;
  }

  /** The base address, ending in `/v1`. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  get agentRequests(): readonly ModelRequest[] {
    return this.requests.filter((request) => request.agent);
  }

  /**
   * Starts a new script: the next agent request gets the first step. Forgets the requests so far. `isPlayed`: which requests get steps, where
   * these are not those with tools.
   */
  play(script: readonly ScriptedStep[], isPlayed: (request: ModelRequest) => boolean = isAgent): void {
    this.#script = script;
    this.#isPlayed = isPlayed;
    this.#turn = 0;
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    await hangUp(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}');
      return;
    }
    const seen = readRequest(JSON.parse(Buffer.concat(chunks).toString()));
    this.requests.push(seen);
    sendTurn(response, this.#isPlayed(seen) ? this.#nextTurn(seen) : { text: 'ok' }, this.requests.length);
  }

  #nextTurn(request: ModelRequest): ScriptedTurn {
    const step = this.#script[this.#turn++];
    if (step === undefined) return { text: `The script of the test has only ${this.#script.length} steps.` };
    return typeof step === 'function' ? step(request) : step;
  }
}

function isAgent({ agent }: ModelRequest): boolean {
  return agent;
}

function readRequest(body: unknown): ModelRequest {
  if (!isRecord(body) || !Array.isArray(body['messages'])) throw new Error('Not a chat completion request.');
  const messages: unknown[] = body['messages'];
  const tools: unknown[] = Array.isArray(body['tools']) ? body['tools'] : [];
  return {
    agent: tools.length > 0,
    messages: messages.filter(isRecord).map((message) => ({ role: String(message['role']), text: textOf(message['content']) })),
    toolNames: tools.flatMap((tool) => (isRecord(tool) && isRecord(tool['function']) ? [String(tool['function']['name'])] : [])),
    tokens: { messages: countTokens(JSON.stringify(messages)), tools: countTokens(JSON.stringify(tools)) },
    body,
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('');
}

function refuse(response: ServerResponse, { status, message }: Extract<ScriptedTurn, { readonly status: number }>): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message, code: status } }));
}

/** Streams one turn as `chat.completion.chunk` events, in several pieces, as real endpoints do. */
function sendTurn(response: ServerResponse, turn: ScriptedTurn, id: number): void {
  if ('status' in turn) {
    refuse(response, turn);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: unknown, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({
        id: `scripted-${id}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [{ index: 0, delta, finish_reason: finish }],
      })}\n\n`,
    );
  send({ role: 'assistant', content: '' });
  if ('begins' in turn) {
    send({ content: turn.begins });
    response.on('close', turn.onHungUp);
    return;
  }
  if ('text' in turn) {
    for (const content of pieces(turn.text)) send({ content });
    send({}, 'stop');
  } else {
    for (const [index, call] of turn.calls.entries()) {
      send({ tool_calls: [{ index, id: `call_${id}_${index}`, type: 'function', function: { name: call.name, arguments: '' } }] });
      for (const part of pieces(JSON.stringify(call.arguments))) send({ tool_calls: [{ index, function: { arguments: part } }] });
    }
    send({}, 'tool_calls');
  }
  response.end('data: [DONE]\n\n');
}

function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,40}/gu) ?? [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
