// Combines several answers of the model into one chat completion for the client, as a whole or as a stream.
import { type JsonObject, isJsonObject, type JsonValue } from '../../base/json.ts';
import type { ModelToolCall } from '../askModel.ts';

interface ChatReplyOptions {
  readonly model: string;
  /** Called with the chunks of a stream; undefined if the answer is sent as a whole. */
  readonly sendChunk?: (chunk: JsonObject) => void;
  readonly withUsage: boolean;
}

export class CompletionReply {
  readonly #options: ChatReplyOptions;
  /** The fields of the message. */
  readonly #said = new Map<string, JsonValue>();
  #envelope: JsonObject;
  #usage: JsonObject = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  /** True if the next text must be separated from the text of an earlier answer. */
  #isBetween = false;
  #hasRole = false;

  constructor(options: ChatReplyOptions) {
    this.#options = options;
    const id = `chatcmpl-${crypto.randomUUID()}`;
    this.#envelope = { id, created: Math.floor(Date.now() / 1_000), model: options.model };
  }

  /** Called when another answer of the model begins. */
  nextAnswer(): void {
    this.#isBetween = this.#said.has('content');
  }

  /** Adds a piece of the model's message. */
  say(delta: JsonObject, envelope: JsonObject): void {
    if (!this.#hasRole) this.#envelope = { ...this.#envelope, ...envelope };
    const { role: _role, ...said } = delta;
    const fields = Object.entries(said).filter(([, value]) => value !== null && value !== '');
    if (fields.length === 0) return;
    const shown = fields.map(([field, value]) => [field, this.#add(field, value)] as const);
    this.#chunk(Object.fromEntries(shown), null);
  }

  spent(usage: JsonObject | undefined): void {
    if (usage) this.#usage = addUsage(this.#usage, usage);
  }

  /** Sends the rest of a stream and returns the whole answer. */
  end(calls: readonly ModelToolCall[], finishReason: string): JsonObject {
    const written = calls.map(({ raw }) => raw);
    for (const [index, call] of written.entries()) this.#chunk({ tool_calls: [{ index, ...call }] }, null);
    this.#chunk({}, finishReason);
    if (this.#options.withUsage) this.#send({ choices: [], usage: this.#usage });
    const message = {
      role: 'assistant',
      content: null,
      ...Object.fromEntries(this.#said),
      ...(written.length > 0 && { tool_calls: written }),
    };
    return {
      ...this.#envelope,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finishReason, logprobs: null }],
      usage: this.#usage,
    };
  }

  /** Returns the value as the client gets it. */
  #add(field: string, value: JsonValue): JsonValue {
    if (typeof value !== 'string') {
      this.#said.set(field, value);
      return value;
    }
    const shown = field === 'content' && this.#isBetween ? `\n\n${value}` : value;
    if (field === 'content') this.#isBetween = false;
    const before = this.#said.get(field);
    this.#said.set(field, typeof before === 'string' ? before + shown : shown);
    return shown;
  }

  #chunk(delta: JsonObject, finishReason: string | null): void {
    const begun = this.#hasRole ? delta : { role: 'assistant', content: '', ...delta };
    this.#hasRole = true;
    this.#send({ choices: [{ index: 0, delta: begun, logprobs: null, finish_reason: finishReason }] });
  }

  #send(chunk: JsonObject): void {
    this.#options.sendChunk?.({ ...this.#envelope, object: 'chat.completion.chunk', ...chunk });
  }
}

/** Adds all numbers, including those in nested objects. Any other value is taken from `b`. */
function addUsage(a: JsonObject, b: JsonObject): JsonObject {
  const added = Object.entries(b).map(([field, value]): [string, JsonValue] => {
    const before = Object.hasOwn(a, field) ? a[field] : undefined;
    if (typeof value === 'number' && typeof before === 'number') return [field, before + value];
    return [field, isJsonObject(value) && isJsonObject(before) ? addUsage(before, value) : value];
  });
  return { ...a, ...Object.fromEntries(added) };
}
