// The loop of an agent, the same for each arm and each model: sends a chat-completions request, makes the tool calls of
// the answer, and sends the next request with their results, until the model answers without a call. The loop counts
// the tokens that it sends.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { isJsonArray, isJsonObject, parseJson, type JsonValue } from '../../../src/base/json.ts';

export interface FunctionTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
}

/** One way to give a model the tools of the servers. */
export interface Arm extends AsyncDisposable {
  /** The end of the system prompt. */
  readonly instructions: string;
  /** The tools that the next request carries. */
  readonly tools: readonly FunctionTool[];
  /** True if the tool declares that it only reads. */
  reads(tool: string): boolean;
  /** Resolves with the text that the model gets, also for an error. */
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<string>;
}

export interface Endpoint {
  /** The address before `/chat/completions`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string;
}

export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
}

export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | AssistantMessage
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly FunctionTool[];
}

/** Tokens are o200k, and are those of all requests together unless stated otherwise. */
export interface Attempt {
  readonly answer: string;
  /** The whole conversation. */
  readonly messages: readonly Message[];
  readonly requests: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly largestRequest: number;
  readonly outputTokens: number;
  /** Tokens as the endpoint counts them; undefined if the endpoint does not report them. */
  readonly reported: { readonly input: number; readonly output: number } | undefined;
  readonly ms: number;
}

/** Maximum number of requests; a model that has not answered by then repeats itself. */
const mostRequests = 40;

const rules =
  "Carry out the user's request with the tools. Paths are relative to the folder that the servers work in; its Git repository is in repo. " +
  'Make calls that do not depend on each other in one go. When you are done, end with one line: ANSWER: and the answer, in the form that was asked for.';

export async function solve(endpoint: Endpoint, arm: Arm, question: string): Promise<Attempt> {
  const messages: Message[] = [
    { role: 'system', content: [rules, arm.instructions].filter((text) => text !== '').join('\n\n') },
    { role: 'user', content: question },
  ];
  const counted = { requests: 0, calls: 0, inputTokens: 0, largestRequest: 0, outputTokens: 0 };
  let reported: Attempt['reported'] = { input: 0, output: 0 };
  const startedAt = performance.now();
  for (;;) {
    const request: ChatRequest = { model: endpoint.model, messages, tools: arm.tools };
    const tokens = countTokens(JSON.stringify(request.messages)) + countTokens(JSON.stringify(request.tools));
    const { message, content, calls, usage } = await complete(endpoint, request);
    counted.requests += 1;
    counted.inputTokens += tokens;
    counted.largestRequest = Math.max(counted.largestRequest, tokens);
    counted.outputTokens += countTokens(
      `${content}${calls.map((call) => JSON.stringify(call.function)).join('')}`,
    );
    reported = reported &&
      usage && { input: reported.input + usage.input, output: reported.output + usage.output };
    messages.push(message);
    const isOver = calls.length === 0;
    if (isOver || counted.requests === mostRequests) {
      return {
        ...counted,
        answer: isOver ? content : '',
        messages,
        reported,
        ms: performance.now() - startedAt,
      };
    }
    counted.calls += calls.length;
    messages.push(...(await results(arm, calls)));
  }
}

/** Makes read-only calls at once and other calls in their order. */
async function results(arm: Arm, calls: readonly ToolCall[]): Promise<Message[]> {
  const result = async (call: ToolCall): Promise<Message> => ({
    role: 'tool',
    tool_call_id: call.id,
    content: await made(arm, call),
  });
  if (calls.every((call) => arm.reads(call.function.name))) return Promise.all(calls.map(result));
  const messages: Message[] = [];
  for (const call of calls) messages.push(await result(call));
  return messages;
}

async function made(arm: Arm, { function: { name, arguments: text } }: ToolCall): Promise<string> {
  try {
    // the server checks it
    return await arm.call(name, JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>);
  } catch (error) {
    return `Error: ${error instanceof Error ? error.message : String(error)}`;
  }
}

interface Completion {
  /** The message as it arrived, since some endpoints need all of it back. */
  readonly message: AssistantMessage;
  readonly content: string;
  readonly calls: readonly ToolCall[];
  readonly usage: Attempt['reported'];
}

async function complete({ url, key }: Endpoint, request: ChatRequest): Promise<Completion> {
  const response = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(request),
  }).catch((error: unknown) => {
    throw new Error(`${url} cannot be reached.`, { cause: error });
  });
  const text = await response.text();
  // Some endpoints quote the key that they refuse.
  const quoted = text.replaceAll(key ?? '\0', '(the key)').slice(0, 500);
  if (!response.ok) throw new Error(`The endpoint answers ${response.status}: ${quoted}`);
  return readCompletion(parseJson(text) ?? null, quoted);
}

function readCompletion(body: JsonValue, quoted: string): Completion {
  const choice = isJsonObject(body) && isJsonArray(body['choices']) ? body['choices'][0] : undefined;
  const message = isJsonObject(choice) ? choice['message'] : undefined;
  if (!isJsonObject(body) || !isJsonObject(message))
    throw new Error(`The endpoint's answer is no chat completion: ${quoted}`);
  const { content, tool_calls: calls } = message;
  const usage = body['usage'];
  return {
    message: message as unknown as AssistantMessage, // what the loop reads of it is checked here
    content: typeof content === 'string' ? content : '',
    calls: (isJsonArray(calls) ? calls : []).map(readCall),
    usage: isJsonObject(usage)
      ? { input: Number(usage['prompt_tokens']), output: Number(usage['completion_tokens']) }
      : undefined,
  };
}

function readCall(call: JsonValue): ToolCall {
  const called = isJsonObject(call) ? call['function'] : undefined;
  if (
    !isJsonObject(call) ||
    !isJsonObject(called) ||
    typeof call['id'] !== 'string' ||
    typeof called['name'] !== 'string'
  ) {
    throw new Error(`A tool call has no id or no function: ${JSON.stringify(call)}`);
  }
  const { name, arguments: input } = called;
  return {
    id: call['id'],
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  };
}
