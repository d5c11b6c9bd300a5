// Checks a `sampling/createMessage` request (MCP 2025-11-25, "Sampling"), which a server wrote, the user must allow and
// the user's language model answers.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { shownText } from '../../base/text/plainText.ts';

const mostMessages = 500;
/** Maximum length of the whole request in characters, including images and sounds in base64. */
const mostCharacters = 20_000_000;
const mostHints = 20;
const mostTokens = 100_000;

type SamplingContent =
  | { readonly type: 'text'; readonly text: string }
  /** `data` is base64. */
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string };

interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly SamplingContent[];
}

/** The server's preferences for a model; numbers are from 0 to 1. */
export interface ModelPreferences {
  /** Parts of model names, best first. */
  readonly hints: readonly string[];
  readonly cost: number;
  readonly speed: number;
  readonly intelligence: number;
}

export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  readonly systemPrompt?: string;
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly preferences: ModelPreferences;
}

/** `problem` is a clause that says why the request is invalid. */
type ReadSampling =
  { readonly ok: true; readonly request: SamplingRequest } | { readonly ok: false; readonly problem: string };

export function readSampling(params: JsonObject): ReadSampling {
  const { messages, systemPrompt, maxTokens, temperature, stopSequences } = params;
  const { tools, toolChoice, modelPreferences } = params;
  // The specification demands an error here, so that the server does not wait for calls of its tools.
  if (tools !== undefined || toolChoice !== undefined) return refused('sampling tools are unsupported');
  if (!isJsonArray(messages) || messages.length === 0 || messages.length > mostMessages)
    return refused('it has no messages');
  if (typeof maxTokens !== 'number' || !Number.isInteger(maxTokens) || maxTokens < 1)
    return refused('its maxTokens is not a positive integer');
  if (JSON.stringify(params).length > mostCharacters) return refused('it is too large');
  const read = messages.map(readMessage).filter((message) => message !== undefined);
  if (read.length < messages.length) return refused('a message has an unknown role or content');
  const stops = isJsonArray(stopSequences) ? stopSequences.filter((stop) => typeof stop === 'string') : [];
  return {
    ok: true,
    request: {
      messages: read,
      maxTokens: Math.min(maxTokens, mostTokens),
      preferences: readPreferences(modelPreferences),
      ...(typeof systemPrompt === 'string' && systemPrompt !== '' && { systemPrompt }),
      ...(typeof temperature === 'number' && { temperature }),
      ...(stops.length > 0 && { stopSequences: stops }),
    },
  };
}

/** Returns the whole request as text for a person. */
export function textOfSampling({ systemPrompt, messages }: SamplingRequest, most: number): string {
  const said = messages.map(({ role, content }) => `${role}: ${content.map(textOf).join(' ')}`);
  const text = [...(systemPrompt === undefined ? [] : [`system: ${systemPrompt}`]), ...said].join('\n');
  const more = text.length - most;
  return more > 0 ? `${shownText(text, most)}\n[${more} more characters]` : shownText(text, most);
}

function textOf(content: SamplingContent): string {
  return content.type === 'text'
    ? content.text
    : `[${content.type}, ${content.mimeType}, ${Math.ceil((content.data.length * 3) / 4)} bytes]`;
}

function readMessage(message: JsonValue): SamplingMessage | undefined {
  if (!isJsonObject(message)) return undefined;
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') return undefined;
  const blocks = isJsonArray(content) ? content : [content];
  const read = blocks.map(readContent).filter((block) => block !== undefined);
  return read.length < blocks.length ? undefined : { role, content: read };
}

function readContent(block: JsonValue | undefined): SamplingContent | undefined {
  if (!isJsonObject(block)) return undefined;
  const { type, text, data, mimeType } = block;
  if (type === 'text') return typeof text === 'string' ? { type, text } : undefined;
  if (type !== 'image' && type !== 'audio') return undefined;
  return typeof data === 'string' && typeof mimeType === 'string' ? { type, data, mimeType } : undefined;
}

function readPreferences(value: JsonValue | undefined): ModelPreferences {
  const { hints, costPriority, speedPriority, intelligencePriority } = isJsonObject(value) ? value : {};
  const names = isJsonArray(hints)
    ? hints.slice(0, mostHints).map((hint) => (isJsonObject(hint) ? hint['name'] : undefined))
    : [];
  return {
    hints: names.filter((name) => typeof name === 'string').filter((name) => name !== ''),
    cost: priority(costPriority),
    speed: priority(speedPriority),
    intelligence: priority(intelligencePriority),
  };
}

function priority(value: JsonValue | undefined): number {
  return typeof value === 'number' ? Math.min(1, Math.max(0, value)) : 0;
}

function refused(problem: string): ReadSampling {
  return { ok: false, problem };
}
