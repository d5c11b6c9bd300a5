// The formats of requests to a language model and of answers, for the three kinds of endpoint that Copilot Chat uses:
// chat completions and responses (OpenAI), and messages (Anthropic). A wire reads a request into one shape, which is
// the same for all kinds, and makes the events of the answer.
import type { ModelMessage, ScriptedCall } from './scriptedModel.ts';

export type WireKind = 'completions' | 'messages' | 'responses';
export type JsonObject = Readonly<Record<string, unknown>>;

/** The parts of a request that the model reads. */
export interface WireRequest {
  readonly messages: readonly ModelMessage[];
  /** The messages as they are in the body, with the system prompt. */
  readonly prompt: readonly unknown[];
  /**
   * Definitions of the tools that the model has in full. With the messages kind, deferred tools are in the body but not
   * in the model's prompt.
   */
  readonly tools: readonly JsonObject[];
}

/** The events of an answer. */
export interface WireAnswer {
  /** The events up to the last part of the text or of the calls. */
  readonly said: readonly string[];
  /** The events that end the answer. */
  readonly end: readonly string[];
}

/** An answer with a text or calls of tools. */
export type SaidTurn = { readonly text: string } | { readonly calls: readonly ScriptedCall[] };

export interface ModelWire {
  read(body: JsonObject): WireRequest;
  /** `id` differs from answer to answer of one endpoint. */
  answer(turn: SaidTurn, id: number, request: JsonObject): WireAnswer;
}

const completions: ModelWire = {
  read(body) {
    const messages = objects(body['messages']);
    return {
      messages: messages.map((message) => ({
        role: String(message['role']),
        text: textOf(message['content']),
      })),
      prompt: [messages],
      tools: objects(body['tools']),
    };
  },
  answer(turn, id, { model }) {
    const event = (delta: unknown, finish: string | null = null) => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      return data({ id: `scripted-${id}`, object: 'chat.completion.chunk', created: 1, model, choices });
    };
    const said = [event({ role: 'assistant', content: '' })];
    if ('text' in turn) said.push(...pieces(turn.text).map((content) => event({ content })));
    else {
      for (const [index, call] of turn.calls.entries()) {
        const start = {
          index,
          id: `call_${id}_${index}`,
          type: 'function',
          function: { name: call.name, arguments: '' },
        };
        said.push(event({ tool_calls: [start] }));
        for (const part of pieces(JSON.stringify(call.arguments)))
          said.push(event({ tool_calls: [{ index, function: { arguments: part } }] }));
      }
    }
    return { said, end: [event({}, 'text' in turn ? 'stop' : 'tool_calls'), 'data: [DONE]\n\n'] };
  },
};

const messages: ModelWire = {
  read(body) {
    const turns = objects(body['messages']);
    return {
      messages: [{ role: 'system', text: textOf(body['system']) }, ...turns.flatMap(partsOf)],
      prompt: [body['system'], turns],
      tools: objects(body['tools']).filter((tool) => tool['defer_loading'] !== true),
    };
  },
  answer(turn, id, { model }) {
    const event = (type: string, fields: object) => `event: ${type}\n${data({ type, ...fields })}`;
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    };
    const said = [event('message_start', { message })];
    const closed = (index: number) => event('content_block_stop', { index });
    if ('text' in turn) {
      said.push(event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }));
      for (const text of pieces(turn.text))
        said.push(event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }));
    } else {
      for (const [index, { name, arguments: input }] of turn.calls.entries()) {
        const block = { type: 'tool_use', id: `toolu_${id}_${index}`, name, input: {} };
        said.push(event('content_block_start', { index, content_block: block }));
        for (const part of pieces(JSON.stringify(input)))
          said.push(
            event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: part } }),
          );
        said.push(closed(index));
      }
    }
    const delta = { stop_reason: 'text' in turn ? 'end_turn' : 'tool_use', stop_sequence: null };
    const end = [event('message_delta', { delta, usage: { output_tokens: 1 } }), event('message_stop', {})];
    return { said, end: 'text' in turn ? [closed(0), ...end] : end };
  },
};

/** With this kind, results of tools are in messages of the user, and a loaded tool is a reference by its name. */
function partsOf({ role, content }: JsonObject): readonly ModelMessage[] {
  if (typeof content === 'string') return [{ role: String(role), text: content }];
  return objects(content).map((part) => {
    if (part['type'] !== 'tool_result') return { role: String(role), text: textOf([part]) };
    const loaded = objects(part['content']).filter(({ type }) => type === 'tool_reference');
    return {
      role: 'tool',
      text:
        loaded.length > 0 ? JSON.stringify(loaded.map((tool) => tool['tool_name'])) : textOf(part['content']),
    };
  });
}

const responses: ModelWire = {
  read(body) {
    const items = objects(body['input']);
    return {
      messages: [{ role: 'system', text: textOf(body['instructions']) }, ...items.map(itemMessage)],
      prompt: [body['instructions'], items],
      tools: objects(body['tools']),
    };
  },
  answer(turn, id, { model, tools }) {
    let number = 0;
    const event = (type: string, fields: object) =>
      `event: ${type}\n${data({ type, sequence_number: number++, ...fields })}`;
    const response = {
      id: `resp_${id}`,
      object: 'response',
      created_at: 1,
      model,
      parallel_tool_calls: true,
      tools: [],
    };
    const said = [
      event('response.created', { response: { ...response, status: 'in_progress', output: [] } }),
    ];
    const items =
      'text' in turn
        ? [textItem(turn.text, id)]
        : turn.calls.map((call, index) => callItem(call, `${id}_${index}`, tools));
    const ended: string[] = [];
    for (const [output_index, { whole, begun, type, streamed }] of items.entries()) {
      said.push(event('response.output_item.added', { output_index, item: { ...whole, ...begun } }));
      const at = { output_index, item_id: whole.id, content_index: 0 };
      for (const delta of pieces(streamed)) said.push(event(type, { ...at, delta }));
      ended.push(event('response.output_item.done', { output_index, item: whole }));
    }
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const completed = { ...response, status: 'completed', output: items.map(({ whole }) => whole), usage };
    return { said, end: [...ended, event('response.completed', { response: completed })] };
  },
};

/** With this kind, calls and results of tools are items of their own, and a loaded tool has its whole definition. */
function itemMessage(item: JsonObject): ModelMessage {
  const { type, role, content, output, tools } = item;
  if (type === 'function_call_output') return { role: 'tool', text: textOf(output) };
  if (type === 'tool_search_output')
    return { role: 'tool', text: JSON.stringify(objects(tools).map(({ name }) => name)) };
  return { role: typeof role === 'string' ? role : 'assistant', text: textOf(content) };
}

/** One item of an answer. */
interface OutputItem {
  readonly whole: { readonly id: string } & JsonObject;
  /** The fields that differ when the item begins. */
  readonly begun: object;
  /** The text that is streamed in between, and the type of its events. */
  readonly streamed: string;
  readonly type: string;
}

function textItem(text: string, id: number): OutputItem {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return {
    whole: { type: 'message', id: `m_${id}`, role: 'assistant', status: 'completed', content },
    begun: { status: 'in_progress', content: [] },
    streamed: text,
    type: 'response.output_text.delta',
  };
}

/** The model calls the search of tools with an item of its own kind, which is not streamed. */
function callItem({ name, arguments: input }: ScriptedCall, id: string, tools: unknown): OutputItem {
  const call = { call_id: `call_${id}`, status: 'completed' };
  const type = 'response.function_call_arguments.delta';
  if (name === 'tool_search' && objects(tools).some((tool) => tool['type'] === 'tool_search')) {
    const whole = {
      type: 'tool_search_call',
      execution: 'client',
      id: `ts_${id}`,
      ...call,
      arguments: input,
    };
    return { whole, begun: {}, streamed: '', type };
  }
  const text = JSON.stringify(input);
  return {
    whole: { type: 'function_call', id: `fc_${id}`, ...call, name, arguments: text },
    begun: { arguments: '' },
    streamed: text,
    type,
  };
}

export const modelWires: Readonly<Record<WireKind, ModelWire>> = { completions, messages, responses };

function data(event: unknown): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** Answers come in several parts, like those of real endpoints. */
function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,40}/gu) ?? [];
}

/** The text parts joined; empty for content without text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return objects(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
