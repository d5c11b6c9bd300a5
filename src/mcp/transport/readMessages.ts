// The messages in what a server wrote: a line, an event, a body. Not every server is as exact as the SDK's schemas; a message
// that they refuse is dropped, and who waits for it would wait for ever. So answers are normalized here, or refused in their place.
import {
  ProtocolError,
  ProtocolErrorCode,
  specTypeSchemas,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/client';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import { mayRound } from '../../base/exactJson.ts';

interface ReadMessages {
  /** Empty when the text is no JSON-RPC. */
  readonly messages: readonly JSONRPCMessage[];
  /** The text as it stands is one message to the letter. */
  readonly isExact: boolean;
}

/** The code of the JSON-RPC error that stands for an answer that will not come; in the range left to implementations. */
export const lostAnswerCode = -32_090;

/** Of one message over any transport: above every answer that a run lets in, so that the run's own limit is the one that is named. */
export const maxMessageBytes = 128 * 1024 * 1024;
const longestError = 1_000;
/** What counts of a batch: nothing else has a turn meanwhile. Somebody may wait for each of the answers. */
const mostInBatch = { answers: 1_000, others: 100 };

/** Several messages at once are a batch (MCP 2025-03-26), of which only the beginning counts. */
export function readMessages(text: string): ReadMessages {
  // Programs on Windows begin what they write with a byte order mark.
  const value = parsed(text.replace(/^\uFEFF/, ''));
  if (Array.isArray(value)) return { messages: beginningOf(value).flatMap((item) => readMessage(item) ?? []), isExact: false };
  const exact = messageIn(value);
  if (exact) return { messages: [exact], isExact: true };
  const normalized = readMessage(value);
  return { messages: normalized ? [normalized] : [], isExact: false };
}

/** Only answers have values that reach a script: in a list of tools, and in what a server asks, numbers are as others read them. */
function parsed(text: string): JsonValue | undefined {
  const value = rounded(text);
  return mayRound(text) && hasResult(value) ? parseJson(text) : value;
}

function rounded(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing but JSON values
  } catch {
    return undefined;
  }
}

export function hasResult(message: unknown): boolean {
  return Array.isArray(message) ? message.some(hasResult) : isJsonObject(message) && 'result' in message;
}

/** Whether it answers our request `id`; some servers make a text of the number. */
export function isAnswerTo(message: JSONRPCMessage, id: string | number): boolean {
  return !('method' in message) && message.id !== undefined && String(message.id) === String(id);
}

export function errorAnswer(id: string | number, code: number, message: string): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

export function isLostAnswer(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError && error.code === lostAnswerCode;
}

function beginningOf(batch: readonly unknown[]): readonly unknown[] {
  const { answers, others } = Object.groupBy(batch, (item) => (isJsonObject(item) && !('method' in item) ? 'answers' : 'others'));
  return [...(others?.slice(0, mostInBatch.others) ?? []), ...(answers?.slice(0, mostInBatch.answers) ?? [])];
}

function readMessage(value: unknown): JSONRPCMessage | undefined {
  if (!isJsonObject(value)) return undefined;
  return messageIn('method' in value ? withoutNull(value) : normalizedAnswer(value));
}

function messageIn(value: unknown): JSONRPCMessage | undefined {
  const read = specTypeSchemas.JSONRPCMessage['~standard'].validate(value);
  return read.issues ? undefined : read.value;
}

/** Null stands for what is not there. */
function withoutNull(message: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null));
}

/** As in VS Code, a result counts whatever stands beside it. */
function normalizedAnswer({ id, result, error }: JsonObject): unknown {
  // A request that a server could not read has no id in its answer (JSON-RPC 2.0, section 5).
  if (id === null && isJsonObject(error)) return { jsonrpc: '2.0', error };
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  if (isJsonObject(result)) {
    const { _meta, ...rest } = result;
    return { jsonrpc: '2.0', id, result: isJsonObject(_meta) ? result : rest };
  }
  const { code, message, data } = isJsonObject(error) ? error : {};
  const isCode = typeof code === 'number' && Number.isInteger(code);
  const read = errorAnswer(id, isCode ? code : ProtocolErrorCode.InternalError, typeof message === 'string' ? message : textOf(error));
  return data === undefined ? read : { ...read, error: { ...read.error, data } };
}

function textOf(error: JsonObject[string] | undefined): string {
  if (error === undefined || error === null) return 'the answer is not JSON-RPC (MCP expects an object result)';
  return (typeof error === 'string' ? error : JSON.stringify(error)).slice(0, longestError);
}
