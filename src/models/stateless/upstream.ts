// Chat completions of the upstream, whole or as a stream: reports the text as it arrives, and returns the calls.
import { stringifyExact } from '../../base/exactJson.ts';
import { createParser } from 'eventsource-parser';
import { isJsonArray, isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import { exceededJsonLimit } from '../../base/jsonLimits.ts';
import { readModelCall, type ChatModelAnswer, type ModelToolCall } from '../askModel.ts';
import { ChatError, upstreamFailed } from './chatError.ts';
import { errorIn, errorInText, statusOf } from './upstreamError.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The response to a failed request, which is passed on to the client. */
export class UpstreamRefusal extends Error {
  override readonly name = 'UpstreamRefusal';
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;

  constructor(status: number, headers: Headers, text: string) {
    super(`The upstream answered ${status}.`);
    this.status = status;
    this.headers = headers;
    this.text = text;
  }
}

/** Called with the `delta` of each chunk, without calls. */
type OnDelta = (delta: JsonObject, envelope: JsonObject) => void;

/** Maximum size of one answer, in bytes. */
const longestAnswer = 32 * 1024 * 1024;
const longestRefusal = 1024 * 1024;

export class Upstream {
  readonly #base: string;
  readonly #fetch: Fetch;

  /** `base` is the base URL as clients write it, usually ending in `/v1`. */
  constructor(base: string, fetch: Fetch) {
    this.#base = base.replace(/\/+$/, '');
    this.#fetch = fetch;
  }

  /** `path` follows the base URL and includes the query. Throws a `ChatError`. */
  async send(path: string, init: RequestInit): Promise<Response> {
    const url = new URL(`${this.#base}${path}`);
    const base = new URL(this.#base);
    const isBelow =
      url.origin === base.origin && url.pathname.startsWith(`${base.pathname.replace(/\/+$/, '')}/`);
    if (!isBelow) throw new ChatError(404, 'not_found', 'There is nothing at this address.');
    try {
      return await this.#fetch(url, { ...init, redirect: 'manual' });
    } catch (error) {
      init.signal?.throwIfAborted();
      throw upstreamFailed(
        `The upstream cannot be reached (${reasonOf(error)}). Is ${url.origin} right?`,
        'upstream_unreachable',
      );
    }
  }

  /** `path` is as for `send`. Throws a `ChatError` or an `UpstreamRefusal`; rejects if `signal` is aborted. */
  async ask(
    path: string,
    body: JsonObject,
    headers: Headers,
    onDelta: OnDelta,
    signal: AbortSignal,
  ): Promise<ChatModelAnswer> {
    const response = await this.send(path, {
      method: 'POST',
      headers,
      body: stringifyExact(body),
      signal,
    });
    if (!response.ok)
      throw new UpstreamRefusal(response.status, response.headers, await readText(response, longestRefusal));
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
    return isStream ? readStream(response, onDelta) : readAnswer(response, onDelta);
  }
}

/** Returns the refusal that an upstream sent with status 200. */
function refusalOf(error: JsonObject, { headers }: Response): UpstreamRefusal {
  const own = new Headers(headers);
  own.set('content-type', 'application/json');
  return new UpstreamRefusal(statusOf(error), own, stringifyExact({ error }));
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = isJsonObject(cause) ? cause['code'] : (cause as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'no connection';
}

/** Rejects if the upstream breaks off. */
async function* chunksOf({ body }: Response, most: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  if (!body) return;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > most) throw upstreamFailed(`The upstream answers more than ${most / 1024 / 1024} MB.`);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function readText(response: Response, most: number): Promise<string> {
  const parts: string[] = [];
  for await (const part of chunksOf(response, most)) parts.push(part);
  return parts.join('');
}

async function readAnswer(response: Response, onDelta: OnDelta): Promise<ChatModelAnswer> {
  const body = readObject(await readText(response, longestAnswer));
  const error = errorIn(body);
  if (error) throw refusalOf(error, response);
  const { choices, usage, ...envelope } = body;
  const [choice] = isJsonArray(choices) ? choices : [];
  if (!isJsonObject(choice) || !isJsonObject(choice['message']))
    throw upstreamFailed('The upstream answered without a message.');
  const { tool_calls: calls, ...message } = choice['message'];
  onDelta(message, envelope);
  return {
    message,
    calls: callsOf(isJsonArray(calls) ? calls : []),
    finishReason: typeof choice['finish_reason'] === 'string' ? choice['finish_reason'] : 'stop',
    usage: isJsonObject(usage) ? usage : undefined,
  };
}

async function readStream(response: Response, onDelta: OnDelta): Promise<ChatModelAnswer> {
  const reader = new StreamReader(onDelta);
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (data === '[DONE]') return;
      const chunk = event === 'error' ? { error: errorInText(data) } : readObject(data);
      const error = errorIn(chunk);
      if (error) throw refusalOf(error, response);
      reader.take(chunk);
    },
    onError: () => undefined,
    maxBufferSize: longestAnswer,
  });
  try {
    for await (const chunk of chunksOf(response, longestAnswer)) parser.feed(chunk);
    // Some servers end without the empty line after their last event.
    parser.feed('\n\n');
  } catch (error) {
    throw error instanceof ChatError || error instanceof UpstreamRefusal
      ? error
      : upstreamFailed('The upstream broke its answer off.');
  }
  return reader.end();
}

interface StreamedCall {
  readonly raw: Record<string, JsonValue>;
  name: string;
  text: string;
  value: JsonValue;
}

/** Combines the chunks of an answer. */
class StreamReader {
  readonly #onDelta: OnDelta;
  /** The fields of the message. */
  readonly #said = new Map<string, JsonValue>();
  readonly #calls: StreamedCall[] = [];
  /** The last call at each index. */
  readonly #callAt = new Map<number, StreamedCall>();
  #envelope: JsonObject = {};
  #finishReason: string | undefined;
  #usage: JsonObject | undefined;

  constructor(onDelta: OnDelta) {
    this.#onDelta = onDelta;
  }

  take({ choices, usage, ...envelope }: JsonObject): void {
    this.#envelope = { ...envelope, ...this.#envelope };
    if (isJsonObject(usage)) this.#usage = usage;
    const [choice] = isJsonArray(choices) ? choices : [];
    if (!isJsonObject(choice)) return;
    if (typeof choice['finish_reason'] === 'string') this.#finishReason = choice['finish_reason'];
    if (!isJsonObject(choice['delta'])) return;
    const { tool_calls: calls, ...delta } = choice['delta'];
    for (const [field, piece] of Object.entries(delta))
      if (piece !== null && field !== 'role') this.#said.set(field, joined(this.#said.get(field), piece));
    for (const [at, call] of (isJsonArray(calls) ? calls : []).entries())
      if (isJsonObject(call)) this.#takeCall(call, at);
    this.#onDelta(delta, this.#envelope);
  }

  end(): ChatModelAnswer {
    if (this.#finishReason === undefined && this.#calls.length === 0 && this.#said.size === 0)
      throw upstreamFailed('The upstream ended its answer without a message.');
    return {
      message: { role: 'assistant', content: null, ...Object.fromEntries(this.#said) },
      calls: callsOf(
        this.#calls.map(({ raw, name, text, value }) => ({
          ...raw,
          function: { name, arguments: text || value },
        })),
      ),
      finishReason: this.#finishReason ?? 'stop',
      usage: this.#usage,
    };
  }

  #takeCall({ index, function: called, ...raw }: JsonObject, at: number): void {
    const { name = null, arguments: given = null } = isJsonObject(called) ? called : {};
    const call = this.#callOf(typeof index === 'number' ? index : at, raw['id'], name);
    for (const [field, value] of Object.entries(raw))
      if (value !== null && value !== '') call.raw[field] = value;
    if (typeof name === 'string' && call.name === '') call.name = name;
    if (typeof given === 'string') call.text += given;
    else if (given !== null) call.value = given;
  }

  /** Some servers give all calls the index 0, so another ID with a name begins another call. */
  #callOf(index: number, id: JsonValue | undefined, name: JsonValue): StreamedCall {
    const last = this.#callAt.get(index);
    const { id: lastId = id } = last?.raw ?? {};
    if (last && (!id || id === lastId || !name)) return last;
    const call = { raw: {}, name: '', text: '', value: null };
    this.#calls.push(call);
    this.#callAt.set(index, call);
    return call;
  }
}

/**
 * Returns a field of the message with its next piece: a text goes on, and a list gets more objects. An object with the
 * index of the last one continues it (`reasoning_details` of OpenRouter, which must come back whole).
 */
function joined(before: JsonValue | undefined, piece: JsonValue): JsonValue {
  if (typeof before === 'string' && typeof piece === 'string') return before + piece;
  if (!isJsonArray(piece)) return piece;
  const list = isJsonArray(before) ? (before as JsonValue[]) : []; // only this function made the list
  for (const item of piece) {
    const last = list.at(-1);
    const goesOn =
      isJsonObject(last) &&
      isJsonObject(item) &&
      item['index'] !== undefined &&
      item['index'] === last['index'] &&
      item['type'] === last['type'];
    if (goesOn) list[list.length - 1] = continued(last, item);
    else list.push(item);
  }
  return list;
}

function continued(block: JsonObject, piece: JsonObject): JsonObject {
  const fields = Object.entries(piece).map(([field, value]) => {
    const isPiece = field === 'text' || field === 'summary';
    return [field, isPiece ? joined(block[field], value) : value] as const;
  });
  return { ...block, ...Object.fromEntries(fields.filter(([, value]) => value !== null)) };
}

function callsOf(calls: readonly JsonValue[]): readonly ModelToolCall[] {
  return calls.map((raw, at) => {
    const call = readModelCall(
      isJsonObject(raw) && typeof raw['id'] !== 'string' ? { ...raw, id: `call_${at}` } : raw,
    );
    if (!call) throw upstreamFailed('The upstream answered with a call that is none of a function.');
    return call;
  });
}

function readObject(text: string): JsonObject {
  const excess = exceededJsonLimit(text, { characters: longestAnswer, fields: 500_000, values: 1_000_000 });
  const value = excess === undefined ? parseJson(text) : undefined;
  if (!isJsonObject(value))
    throw upstreamFailed('The upstream answered with something else than JSON objects.');
  return value;
}
