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
  } catch (error) {
    throw error instanceof ChatError || error instanceof UpstreamRefusal
      ? error
      : upstreamFailed('The upstream broke its answer off.');
  }
  return reader.end();
}

/** Combines the chunks of an answer. */
class StreamReader {
  readonly #onDelta: OnDelta;
  /** Texts of the message by the name of the field. */
  readonly #texts = new Map<string, string>();
  readonly #calls = new Map<
    number,
    { readonly raw: Record<string, JsonValue>; name: string; text: string; value: JsonValue }
  >();
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
    for (const [field, value] of Object.entries(delta)) {
      if (typeof value === 'string' && field !== 'role')
        this.#texts.set(field, (this.#texts.get(field) ?? '') + value);
    }
    for (const [at, call] of (isJsonArray(calls) ? calls : []).entries())
      if (isJsonObject(call)) this.#takeCall(call, at);
    this.#onDelta(delta, this.#envelope);
  }

  end(): ChatModelAnswer {
    const calls = [...this.#calls].sort(([a], [b]) => a - b).map(([, call]) => call);
    if (this.#finishReason === undefined && calls.length === 0 && this.#texts.size === 0)
      throw upstreamFailed('The upstream ended its answer without a message.');
    return {
      message: { role: 'assistant', content: null, ...Object.fromEntries(this.#texts) },
      calls: callsOf(
        calls.map(({ raw, name, text, value }) => ({ ...raw, function: { name, arguments: text || value } })),
      ),
      finishReason: this.#finishReason ?? 'stop',
      usage: this.#usage,
    };
  }

  #takeCall({ index, function: called, ...raw }: JsonObject, at: number): void {
    const place = typeof index === 'number' ? index : at;
    const call = this.#calls.get(place) ?? { raw: {}, name: '', text: '', value: null };
    this.#calls.set(place, call);
    for (const [field, value] of Object.entries(raw))
      if (value !== null && value !== '') call.raw[field] = value;
    if (!isJsonObject(called)) return;
    if (typeof called['name'] === 'string' && call.name === '') call.name = called['name'];
    const { arguments: given = null } = called;
    if (typeof given === 'string') call.text += given;
    else if (given !== null) call.value = given;
  }
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
