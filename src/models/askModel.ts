// The port to a model. Requests and answers have the form of chat completions, whatever protocol the model speaks.
import { stringifyExact } from '../base/exactJson.ts';
import { isJsonArray, isJsonObject, parseJson, type JsonObject, type JsonValue } from '../base/json.ts';

export interface ChatModelRequest {
  readonly messages: readonly JsonObject[];
  readonly tools: readonly JsonObject[];
  /** True if `tools` are the client's own tools, offered after several scripts that failed at once. */
  readonly asTools?: boolean;
  /** True if the model has already been asked in this request of the client. */
  readonly isLater?: boolean;
  /** True if the model must call the only tool of the request. */
  readonly mustCall?: boolean;
  /** True if the client must not see the text of the answer. */
  readonly isHidden?: boolean;
}

export interface ChatModelAnswer {
  /** The message without its calls: `role`, `content`, and further fields of its server. */
  readonly message: JsonObject;
  readonly calls: readonly ModelToolCall[];
  readonly finishReason: string;
  readonly usage: JsonObject | undefined;
}

/** Asks the model and shows the client the text of the answer while it arrives. Rejects if the model fails. */
export type AskModel = (request: ChatModelRequest, signal: AbortSignal) => Promise<ChatModelAnswer>;

/** A call of a tool, by the model or for the client. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** Arguments as received, usually JSON. */
  readonly text: string;
  /** The whole call, including fields that its server wants back. */
  readonly raw: JsonObject;
}

/** `more` has further fields of the call. */
export function toolCall(id: string, name: string, text: string, more: JsonObject = {}): ModelToolCall {
  return { id, name, text, raw: { ...more, id, type: 'function', function: { name, arguments: text } } };
}

/** Returns undefined if the value is not a function call. Arguments that arrive as a value become text. */
export function readModelCall(raw: unknown): ModelToolCall | undefined {
  if (!isJsonObject(raw) || !isJsonObject(raw['function'])) return undefined;
  const { name, arguments: given } = raw['function'];
  const { id } = raw;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  const text = argumentsText(given);
  return {
    id,
    name,
    text,
    raw: text === given ? raw : { ...raw, function: { ...raw['function'], arguments: text } },
  };
}

/** Returns arguments as JSON text, as in the API. Others send a value, or nothing for a tool without arguments. */
export function argumentsText(given: JsonValue | undefined): string {
  if (typeof given === 'string') return given;
  return given === undefined || given === null ? '' : stringifyExact(given);
}

/** Returns the parsed arguments of a call; undefined if they are not an object. */
export function readArguments(text: unknown): JsonObject | undefined {
  const value = typeof text === 'string' ? parseJson(text === '' ? '{}' : text) : undefined;
  return isJsonObject(value) ? value : undefined;
}

/** Returns the text of a message's content: the text itself, or the joined text parts of a list. */
export function partsText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!isJsonArray(content)) return '';
  return content
    .flatMap((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : []))
    .join('\n');
}

export function functionTool(name: string, description: string, parameters: JsonObject): JsonObject {
  return { type: 'function', function: { name, description, parameters } };
}
