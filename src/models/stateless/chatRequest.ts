// Reads a chat completion request and checks the fields that the proxy uses. All other fields are passed on unchanged.
import { parseExact, stringifyExact, withoutBigInts } from '../../base/exactJson.ts';
import { isJsonArray, isJsonObject, jsonType, type JsonObject, type JsonValue } from '../../base/json.ts';
import { exceededJsonLimit } from '../../base/jsonLimits.ts';
import { limitTool, listLimits, type ToolDefinition } from '../../catalog/index.ts';
import type { TypeCheckMode } from '../../engine/index.ts';
import { argumentsText } from '../askModel.ts';
import { ChatError, invalid } from './chatError.ts';
import { ownNames } from './modelTools.ts';
import type { CodeRequest } from './turnRunner.ts';

/** If `functions` is empty, the model receives the tools of the request. */
export interface ChatRequest extends CodeRequest {
  /** The whole body, unchanged. */
  readonly body: JsonObject;
  readonly stream: boolean;
  /** True if a stream ends with the usage of tokens. */
  readonly withUsage: boolean;
}

/** Maximum size of a request in bytes. Messages may contain pictures. */
export const longestBody = 32 * 1024 * 1024;
const bodyLimits = { characters: longestBody, fields: 500_000, values: 1_000_000 };
const mostMessages = 10_000;

/** Rules for one model. */
export interface RequestRules {
  /** True if the function with this name must not become code. */
  readonly staysTool: (name: string) => boolean;
  /** True if the model receives all tools unchanged. */
  readonly isPlain?: boolean;
  readonly typeCheck?: TypeCheckMode;
}

/** `rulesOf` returns the rules for a model by its name in the request. Throws a `ChatError`. */
export function readChatRequest(
  text: string,
  rulesOf: (model: string | undefined) => RequestRules,
): ChatRequest {
  const body = parsed(text);
  const { staysTool, isPlain, typeCheck } = rulesOf(
    typeof body['model'] === 'string' ? body['model'] : undefined,
  );
  const messages = messagesOf(body['messages']);
  const { n, stream = null, stream_options: streamOptions } = body;
  if (stream !== null && typeof stream !== 'boolean')
    throw invalid('stream', `must be true or false, not ${jsonType(stream)}.`);
  const tools = toolsOf(body['tools']);
  const asCode = isPlain !== true && tools.length > 0 && isForCode(body['tool_choice']);
  if (asCode && n !== undefined && n !== null && n !== 1)
    throw invalid('n', 'with tools there is one choice: send 1, or leave it out.');
  const parts = asCode ? partTools(tools, staysTool) : { functions: [], others: [] };
  return {
    body,
    messages,
    tools,
    ...parts,
    stream: stream === true,
    withUsage: isJsonObject(streamOptions) && streamOptions['include_usage'] === true,
    parallel: body['parallel_tool_calls'] !== false,
    ...(typeCheck && { typeCheck }),
  };
}

function parsed(text: string): JsonObject {
  const excess = exceededJsonLimit(text, bodyLimits);
  if (excess !== undefined)
    throw new ChatError(413, 'request_too_large', `The request is too large: ${excess}.`);
  let value: unknown;
  try {
    value = parseExact(text);
    // A value that is nested too deeply for the stack could not be sent on.
    stringifyExact(value);
  } catch (error) {
    const reason = error instanceof RangeError ? 'it is nested too deeply' : 'it is not JSON';
    throw new ChatError(400, 'invalid_json', `The request cannot be read: ${reason}.`);
  }
  if (!isJsonObject(value))
    throw new ChatError(400, 'invalid_json', `The request must be a JSON object, not ${jsonType(value)}.`);
  return value;
}

function messagesOf(value: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonArray(value)) throw invalid('messages', `must be a list, not ${jsonType(value)}.`);
  if (value.length === 0) throw invalid('messages', 'must not be empty.');
  if (value.length > mostMessages)
    throw invalid('messages', `has ${value.length}; the limit is ${mostMessages}.`);
  return value.map((message, at) => {
    const param = `messages[${at}]`;
    if (!isJsonObject(message)) throw invalid(param, `must be an object, not ${jsonType(message)}.`);
    if (typeof message['role'] !== 'string')
      throw invalid(`${param}.role`, `must be text, not ${jsonType(message['role'])}.`);
    const { tool_calls: calls, tool_call_id: answered } = message;
    if (calls !== undefined && calls !== null && !isJsonArray(calls))
      throw invalid(`${param}.tool_calls`, `must be a list, not ${jsonType(calls)}.`);
    if (message['role'] === 'tool' && typeof answered !== 'string')
      throw invalid(`${param}.tool_call_id`, `must be text, not ${jsonType(answered)}.`);
    if (message['role'] === 'tool') checkToolContent(message['content'], `${param}.content`);
    return isJsonArray(calls) ? { ...message, tool_calls: calls.map(withTextArguments) } : message;
  });
}

function withTextArguments(call: JsonValue): JsonValue {
  if (!isJsonObject(call) || !isJsonObject(call['function'])) return call;
  return {
    ...call,
    function: { ...call['function'], arguments: argumentsText(call['function']['arguments']) },
  };
}

/**
 * Refuses content of tool messages in another format, because its meaning would not reach a script. An empty answer may
 * be null.
 */
function checkToolContent(content: JsonValue | undefined, param: string): void {
  if (content === undefined || content === null || typeof content === 'string') return;
  const asText = 'Send a JSON value as its text.';
  if (!isJsonArray(content))
    throw invalid(param, `must be text or a list of text parts, not ${jsonType(content)}. ${asText}`);
  for (const [at, part] of content.entries()) {
    const { type = 'text', text } = isJsonObject(part) ? part : {};
    if (type === 'text' ? typeof text !== 'string' : typeof type !== 'string')
      throw invalid(`${param}[${at}]`, `must be a part such as {"type":"text","text":"sunny"}. ${asText}`);
  }
}

function toolsOf(value: JsonValue | undefined): readonly JsonObject[] {
  if (value === undefined || value === null) return [];
  if (!isJsonArray(value)) throw invalid('tools', `must be a list, not ${jsonType(value)}.`);
  if (value.length > listLimits.tools)
    throw invalid('tools', `has ${value.length}; the limit is ${listLimits.tools}.`);
  return value.map((tool, at) => {
    if (!isJsonObject(tool)) throw invalid(`tools[${at}]`, `must be an object, not ${jsonType(tool)}.`);
    return tool;
  });
}

/**
 * Returns true if tools may become code. A choice of certain tools demands tool calls. The upstream knows its words for
 * other choices, such as "any".
 */
function isForCode(choice: JsonValue | undefined): boolean {
  return choice !== 'none' && !isJsonObject(choice);
}

function partTools(
  tools: readonly JsonObject[],
  staysTool: (name: string) => boolean,
): Pick<ChatRequest, 'functions' | 'others'> {
  const functions: ToolDefinition[] = [];
  const others: JsonObject[] = [];
  const names = new Set<string>();
  for (const [at, tool] of tools.entries()) {
    if (tool['type'] !== 'function') {
      // Calls of custom tools have another format.
      if (tool['type'] === 'custom')
        throw invalid(`tools[${at}].type`, 'custom tools cannot stand beside code; send a function.');
      others.push(tool);
      continue;
    }
    const definition = definitionOf(tool['function'], `tools[${at}].function`);
    const { name } = definition;
    if (names.has(name))
      throw invalid(`tools[${at}].function.name`, `"${name}" is the name of another tool, too.`);
    if (ownNames.includes(name))
      throw invalid(
        `tools[${at}].function.name`,
        `"${name}" is what the proxy itself offers; rename the tool.`,
      );
    names.add(name);
    if (staysTool(name)) others.push(tool);
    else functions.push(definition);
  }
  return { functions, others };
}

function definitionOf(value: JsonValue | undefined, param: string): ToolDefinition {
  if (!isJsonObject(value)) throw invalid(param, `must be an object, not ${jsonType(value)}.`);
  const { name, description, parameters } = value;
  if (typeof name !== 'string' || name === '')
    throw invalid(`${param}.name`, 'must be text that is not empty.');
  if (description !== undefined && description !== null && typeof description !== 'string')
    throw invalid(`${param}.description`, `must be text, not ${jsonType(description)}.`);
  if (parameters !== undefined && parameters !== null && !isJsonObject(parameters))
    throw invalid(`${param}.parameters`, `must be a JSON schema, an object, not ${jsonType(parameters)}.`);
  const inputSchema: JsonObject = parameters ?? { type: 'object', properties: {} };
  const limited = limitTool(
    { name, description: description ?? '', inputSchema, annotations: {} },
    () => undefined,
  );
  if (!limited.ok) throw invalid(`${param}.name`, `${limited.reason}.`);
  // The numbers of a list of tools stay numbers (docs/decisions/0044-exact-integers.md).
  return withoutBigInts(limited.tool, Number) as ToolDefinition;
}
