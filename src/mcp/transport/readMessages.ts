// Reads the messages in a line, an event or a body. Some servers deviate from the SDK's schemas. The SDK drops such a
// message, and a caller would wait for ever, so answers are normalized here or replaced by an error.
import {
  ProtocolError,
  ProtocolErrorCode,
  specTypeSchemas,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/client';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import { mayRound } from '../../base/exactJson.ts';

/** JSON-RPC error code for an answer that will not arrive, in the range for implementations. */
export const lostAnswerCode = -32_090;

const longestError = 1_000;
/**
 * Maximum number of messages that are read from a batch, because a batch blocks the thread. More answers are read,
 * because a caller may wait for each.
 */
const mostInBatch = { answers: 1_000, others: 100 };

/**
 * Reads one message or a batch (MCP 2025-03-26), of which only the beginning counts. Empty if the text is not JSON-RPC.
 */
export function readMessages(text: string): readonly JSONRPCMessage[] {
  // Programs on Windows may begin their output with a byte order mark.
  const value = parsed(text.replace(/^\uFEFF/, ''));
  if (Array.isArray(value)) return beginningOf(value).flatMap((item) => readMessage(item) ?? []);
  return [messageIn(value) ?? readMessage(value)].filter((message) => message !== undefined);
}

/**
 * Preserves large integers in answers only, because only their values reach a script. Lists and requests of the server
 * are read with rounded numbers, as by other clients.
 */
function parsed(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue; // `JSON.parse` returns only JSON values.
    return mayRound(text) && hasResult(value) ? parseJson(text) : value;
  } catch {
    return undefined;
  }
}

function hasResult(message: unknown): boolean {
  return Array.isArray(message) ? message.some(hasResult) : isJsonObject(message) && 'result' in message;
}

/** True if the message answers request `id`. Some servers return a numeric ID as a text. */
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
  const { answers, others } = Object.groupBy(batch, (item) =>
    isJsonObject(item) && !('method' in item) ? 'answers' : 'others',
  );
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

/** Removes members whose value is null, which stands for an absent member. */
function withoutNull(message: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null));
}

/** Converts an answer to valid JSON-RPC. As in VS Code, a result has precedence over an error. */
function normalizedAnswer({ id, result, error }: JsonObject): unknown {
  // A server that could not read a request answers with the ID null (JSON-RPC 2.0, section 5).
  if (id === null && isJsonObject(error)) return { jsonrpc: '2.0', error };
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  if (isJsonObject(result)) {
    const { _meta, ...rest } = result;
    return { jsonrpc: '2.0', id, result: isJsonObject(_meta) ? result : rest };
  }
  const { code, message, data } = isJsonObject(error) ? error : {};
  const isCode = typeof code === 'number' && Number.isInteger(code);
  const said = typeof message === 'string' ? message : textOf(error);
  const read = errorAnswer(id, isCode ? code : ProtocolErrorCode.InternalError, said);
  return data === undefined ? read : { ...read, error: { ...read.error, data } };
}

function textOf(error: JsonObject[string] | undefined): string {
  if (error === undefined || error === null)
    return 'the answer is not JSON-RPC (MCP expects an object result)';
  return (typeof error === 'string' ? error : JSON.stringify(error)).slice(0, longestError);
}
