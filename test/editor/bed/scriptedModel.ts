// An endpoint on 127.0.0.1 in place of a language model. Copilot Chat uses it like any other endpoint. It answers agent
// mode from a script and keeps every request, so that a test can assert on the text for the model and count its cost.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { hangUp, listen } from '../../fakes/listen.ts';
import { isRecord, modelWires, type JsonObject, type WireKind } from './modelWires.ts';

export interface ScriptedCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** One turn of the model in agent mode. */
export type ScriptedTurn =
  | { readonly calls: readonly ScriptedCall[] }
  | { readonly text: string }
  /** The endpoint answers with an error. */
  | { readonly status: number; readonly message: string }
  /** Sends this text and never ends the answer; `onHungUp` is called when the client ends the request. */
  | { readonly begins: string; readonly onHungUp: () => void };
/**
 * A turn, or a function that makes the turn from the request that it answers (for `text` that quotes a tool's result).
 */
export type ScriptedStep = ScriptedTurn | ((request: ModelRequest) => ScriptedTurn);

/** Returns a turn that calls one tool. */
export function call(name: string, input: object): { readonly calls: readonly ScriptedCall[] } {
  return { calls: [{ name, arguments: input }] };
}

/** Returns a turn that runs a script. */
export function executes(code: string): ScriptedTurn {
  return call('executeCode', { code });
}

export function lastText({ messages }: ModelRequest): string {
  return messages.at(-1)?.text ?? '';
}

/** Answers with the sum of 40 and 2 that the last message has. */
export function answerFromSum(request: ModelRequest): { readonly text: string } {
  const sum = /sum of 40 and 2 is (\d+)/.exec(lastText(request))?.[1];
  return { text: `The answer is ${sum ?? 'not there'}.` };
}

export interface ModelMessage {
  /** `tool` for the result of a tool, whatever the name in this kind of endpoint. */
  readonly role: string;
  /** Text parts joined; empty for a message that only calls tools. */
  readonly text: string;
}

/** One request as it arrived. */
export interface ModelRequest {
  readonly kind: WireKind;
  /** True if the request carries tools, as in agent mode. Other requests are for titles, summaries and the like. */
  readonly agent: boolean;
  readonly messages: readonly ModelMessage[];
  /** The tools that the model has in full. */
  readonly toolNames: readonly string[];
  /** Number of o200k tokens of the messages and of the full tools in the request's JSON. */
  readonly tokens: { readonly messages: number; readonly tools: number };
  readonly body: JsonObject;
}

/** The kind of endpoint at each path. */
const paths: ReadonlyMap<string, WireKind> = new Map([
  ['/v1/chat/completions', 'completions'],
  ['/chat/completions', 'completions'],
  ['/responses', 'responses'],
  ['/v1/messages', 'messages'],
]);

export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  readonly #server = createServer();
  #port = 0;
  #script: readonly ScriptedStep[] = [];
  #isPlayed: (request: ModelRequest) => boolean = isAgent;
  #turn = 0;

  protected constructor() {
    // A client that uses this endpoint as its proxy reaches no host. The endpoint answers, since Copilot Chat repeats a
    // request without end if the connection just ends.
    this.#server.on('connect', (_request, socket) =>
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'),
    );
    this.#server.on('request', (request, response) => {
      this.#answer(request, response).catch((error: unknown) =>
        response.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    });
  }

  static async start(): Promise<ScriptedModel> {
    return await new ScriptedModel().listening();
  }

  protected async listening(): Promise<this> {
    this.#port = await listen(this.#server);
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The base address, ending in `/v1`. */
  get url(): string {
    return `${this.origin}/v1`;
  }

  get agentRequests(): readonly ModelRequest[] {
    return this.requests.filter((request) => request.agent);
  }

  /** The answer of the tool in the last agent request. */
  get lastToolResult(): string {
    const message = this.agentRequests.at(-1)?.messages.at(-1);
    if (message?.role !== 'tool')
      throw new Error(`The last message is of ${message?.role ?? 'nobody'}, not of a tool.`);
    return message.text;
  }

  /**
   * Starts a new script: the next agent request gets the first step. Forgets the requests so far. `isPlayed` decides
   * which requests get steps; default: the requests with tools.
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

  /** Returns the JSON with which a path that is not a model's answers; undefined if there is none. */
  protected answerOther(_path: string, _body: string): unknown {
    return { object: 'list', data: [] };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { pathname } = new URL(request.url ?? '', this.origin);
    const kind = paths.get(pathname);
    if (kind === undefined || request.method !== 'POST') {
      sendJson(response, this.answerOther(pathname, body));
      return;
    }
    const seen = readRequest(kind, JSON.parse(body));
    this.requests.push(seen);
    sendTurn(
      response,
      seen,
      this.#isPlayed(seen) ? this.#nextTurn(seen) : { text: 'ok' },
      this.requests.length,
    );
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

function readRequest(kind: WireKind, body: unknown): ModelRequest {
  if (!isRecord(body)) throw new Error(`Not a request of the kind ${kind}.`);
  const { messages, prompt, tools } = modelWires[kind].read(body);
  return {
    kind,
    agent: tools.length > 0,
    messages,
    toolNames: tools.map(nameOf),
    tokens: {
      messages: prompt
        .filter((part) => part !== undefined)
        .reduce<number>((sum, part) => sum + countTokens(JSON.stringify(part)), 0),
      tools: countTokens(JSON.stringify(tools)),
    },
    body,
  };
}

/** In requests of the responses kind, the search of tools has a type in place of a name. */
function nameOf(tool: JsonObject): string {
  const named = isRecord(tool['function']) ? tool['function'] : tool;
  return String(named['name'] ?? tool['type']);
}

function sendJson(response: ServerResponse, value: unknown, status = value === undefined ? 404 : 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(value ?? { message: 'There is nothing here.' }));
}

function sendTurn(
  response: ServerResponse,
  { kind, body }: ModelRequest,
  turn: ScriptedTurn,
  id: number,
): void {
  if ('status' in turn) {
    const { status, message } = turn;
    sendJson(response, { error: { message, code: status } }, status);
    return;
  }
  const { said, end } = modelWires[kind].answer('begins' in turn ? { text: turn.begins } : turn, id, body);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of said) response.write(event);
  if ('begins' in turn) {
    response.on('close', turn.onHungUp);
    return;
  }
  response.end(end.join(''));
}
