// What the proxy needs to go on with one answer of the model's: the scripts in it, when they began, and what was said before it within the same
// request. It comes back from clients, so it is guarded as anything else that they send.
import { createHash, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../base/json.ts';
import { exceededJsonLimit, JsonAllowance } from '../base/jsonLimits.ts';
import { ChatError } from './chatError.ts';
import type { KeptTurn, TurnStore } from './turnStore.ts';
import { stringifyExact } from '../base/exactJson.ts';

export interface TurnState {
  /** When it began, in milliseconds since 1970: the time of its scripts. */
  readonly start: number;
  /** Answers of the model and results of ours that the client never saw. */
  readonly before: readonly JsonObject[];
  /** At least one. */
  readonly calls: readonly ModelToolCall[];
  /** Of a turn in stages: what was answered and what ran before, in its own form. */
  readonly journal?: readonly JsonObject[];
}

/** A tool call as the model made it. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** As it came: most often JSON. */
  readonly text: string;
  /** All of it, with what else its server wants back. */
  readonly raw: JsonObject;
}

/** Of one turn, unpacked, in bytes. */
const longestState = 4 * 1024 * 1024;
/**
 * All turns of a request together. Packed text can grow a thousandfold, and all of it goes on to the model: 64 MB are
 * sixteen million tokens, more than any model reads.
 */
const mostUnpacked = { characters: 64 * 1024 * 1024, fields: 2_000_000, values: 4_000_000 };
export const mostCalls = 128;

/** Other text each time: what two models say in the same words at the same time are two turns. */
export function packState({ start, before, calls, journal }: TurnState): string {
  const salt = randomBytes(6).toString('base64url');
  return deflateRawSync(stringifyExact({ start, before, calls: calls.map(({ raw }) => raw), journal, salt })).toString('base64url');
}

/** The id of the turn with this state, packed. */
export function turnIdOf(packed: string): string {
  return createHash('sha256').update(packed).digest('hex').slice(0, 16);
}

/** For all states of one request. */
export function stateAllowance(): JsonAllowance {
  return new JsonAllowance(mostUnpacked);
}

/**
 * Undefined for what was not packed here, or was changed since. Throws `ChatError` for a state that is too much
 * beside those before it.
 */
export function unpackState(packed: string, allowance: JsonAllowance): TurnState | undefined {
  const text = inflated(packed);
  if (text === undefined || exceededJsonLimit(text) !== undefined) return undefined;
  if (allowance.takes(text)) return guardState(parseJson(text));
  const { characters, fields } = mostUnpacked;
  const most = `${characters / 1024 / 1024} MB or ${fields} fields`;
  const message = `messages: the scripts of their calls are over ${most} in all. Begin a new conversation.`;
  throw new ChatError({ status: 413, message, param: 'messages', code: 'request_too_large' });
}

function inflated(packed: string): string | undefined {
  try {
    return inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: longestState }).toString();
  } catch {
    return undefined;
  }
}

function guardState(value: unknown): TurnState | undefined {
  if (!isJsonObject(value)) return undefined;
  const { start, before, calls, journal } = value;
  if (typeof start !== 'number' || !(Math.abs(start) <= 8.64e15)) return undefined;
  if (!Array.isArray(before) || !before.every(isInner)) return undefined;
  if (journal !== undefined && (!Array.isArray(journal) || !journal.every(isJsonObject))) return undefined;
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > mostCalls) return undefined;
  const guarded = calls.flatMap((call: JsonValue) => readModelCall(call) ?? []);
  return guarded.length === calls.length ? { start, before, calls: guarded, ...(journal && { journal }) } : undefined;
}

function isInner(message: JsonValue): message is JsonObject {
  return isJsonObject(message) && (message['role'] === 'assistant' || message['role'] === 'tool');
}

/** Undefined for what is no call of a function. Its arguments are text also where they came as a value. */
export function readModelCall(raw: unknown): ModelToolCall | undefined {
  if (!isJsonObject(raw) || !isJsonObject(raw['function'])) return undefined;
  const { name, arguments: given } = raw['function'];
  const { id } = raw;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  const text = argumentsText(given);
  return { id, name, text, raw: text === given ? raw : { ...raw, function: { ...raw['function'], arguments: text } } };
}

/** Arguments as the API has them, which is JSON text; some servers and clients send the value, or none for a tool without any. */
export function argumentsText(given: JsonValue | undefined): string {
  if (typeof given === 'string') return given;
  return given === undefined || given === null ? '' : stringifyExact(given);
}

/** The arguments of a call, which are JSON text; undefined where they are no object. */
export function readArguments(text: unknown): JsonObject | undefined {
  const value = typeof text === 'string' ? parseJson(text === '' ? '{}' : text) : undefined;
  return isJsonObject(value) ? value : undefined;
}

/** Keeps states in the place of clients, for those that shorten ids: the latest, as long as the process lives. */
export class StateStore implements TurnStore {
  readonly #states = new Map<string, string>();
  readonly #most: { readonly states: number; readonly characters: number };
  #characters = 0;

  constructor(most = { states: 20_000, characters: 64 * 1024 * 1024 }) {
    this.#most = most;
  }

  /** The rest comes from the client. */
  keep(turn: string, { packed }: Pick<KeptTurn, 'packed'>): void {
    if (this.#states.has(turn)) return;
    this.#states.set(turn, packed);
    this.#characters += packed.length;
    for (const [oldest, { length }] of this.#states) {
      if (this.#states.size <= this.#most.states && this.#characters <= this.#most.characters) return;
      this.#states.delete(oldest);
      this.#characters -= length;
    }
  }

  recall(turn: string): Promise<KeptTurn | undefined> {
    const packed = this.#states.get(turn);
    if (packed === undefined) return Promise.resolve(undefined);
    this.#states.delete(turn);
    this.#states.set(turn, packed);
    return Promise.resolve({ packed, answers: new Map(), results: new Map() });
  }
}
