// The state from which the proxy continues one answer of the model: its scripts, their start, and the messages before
// it within the same request. The state comes back from clients, so it is checked like all their data; or it is kept in
// a store.
import { createHash, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import { exceededJsonLimit, JsonAllowance } from '../../base/jsonLimits.ts';
import { readModelCall, type ModelToolCall } from '../askModel.ts';
import { ChatError } from './chatError.ts';
import type { AnsweredCall } from './requestTools.ts';
import { stringifyExact } from '../../base/exactJson.ts';

export interface TurnState {
  /** Start of the turn in milliseconds since 1970, which is the clock of its scripts. */
  readonly start: number;
  /** Answers of the model and results of scripts that the client has never seen. */
  readonly before: readonly JsonObject[];
  /** At least one call. */
  readonly calls: readonly ModelToolCall[];
  /** The journal of a turn in stages. */
  readonly journal?: readonly JsonObject[];
}

/** Maximum size of one unpacked state, in bytes. */
const longestState = 4 * 1024 * 1024;
/**
 * Limits of all states of a request together. Compressed text can grow a thousandfold, and all of it goes to the model:
 * 64 MB are sixteen million tokens, more than any model reads.
 */
const mostUnpacked = { characters: 64 * 1024 * 1024, fields: 2_000_000, values: 4_000_000 };
export const mostCalls = 128;

/** Packs a state with a random salt, so that equal answers at the same time are different turns. */
export function packState({ start, before, calls, journal }: TurnState): string {
  const salt = randomBytes(6).toString('base64url');
  return deflateRawSync(
    stringifyExact({ start, before, calls: calls.map(({ raw }) => raw), journal, salt }),
  ).toString('base64url');
}

/** Returns the ID of the turn with this packed state. */
export function turnIdOf(packed: string): string {
  return createHash('sha256').update(packed).digest('hex').slice(0, 16);
}

/** Returns the allowance for all states of one request. */
export function stateAllowance(): JsonAllowance {
  return new JsonAllowance(mostUnpacked);
}

/** Returns undefined for a text that was changed or not packed here. Throws a `ChatError` beyond the allowance. */
export function unpackState(packed: string, allowance: JsonAllowance): TurnState | undefined {
  const text = inflated(packed);
  if (text === undefined || exceededJsonLimit(text) !== undefined) return undefined;
  if (allowance.takes(text)) return guardState(parseJson(text));
  const { characters, fields } = mostUnpacked;
  const most = `${characters / 1024 / 1024} MB or ${fields} fields`;
  const message = `messages: the scripts of their calls are over ${most} in all. Begin a new conversation.`;
  throw new ChatError(413, 'request_too_large', message, { param: 'messages' });
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
  return guarded.length === calls.length
    ? { start, before, calls: guarded, ...(journal && { journal }) }
    : undefined;
}

function isInner(message: JsonValue): message is JsonObject {
  return isJsonObject(message) && (message['role'] === 'assistant' || message['role'] === 'tool');
}

/** The state of one call of the model. */
export interface KeptCall {
  /**
   * Answers to the calls of a script, in the order of arrival. A client may not send them again, for example when it
   * shortens the conversation.
   */
  readonly answers: readonly AnsweredCall[];
  /** Result of a finished script or search for the model. */
  readonly result?: string | undefined;
}

export interface KeptTurn {
  readonly packed: string;
  /** The calls of the model in their order; the store may leave out those of which nothing is known. */
  readonly calls: readonly KeptCall[];
}

export interface TurnStore {
  /** Replaces the stored data of the turn. */
  keep(turn: string, kept: KeptTurn): void;
  /** Resolves to undefined if the turn is not stored. Never rejects. */
  recall(turn: string): Promise<KeptTurn | undefined>;
}
