// Plays a client that uses code over its own tools, and the model behind the client. The requests to the model are
// kept.
import type { JsonObject } from '../../src/base/json.ts';
import {
  partsText,
  toolCall,
  type AskModel,
  type ChatModelAnswer,
  type ChatModelRequest,
  type ModelToolCall,
} from '../../src/models/askModel.ts';
import type { CodeChat } from '../../src/models/stateless/codeChat.ts';
import { stepFunctions as functions } from './stepTools.ts';

export interface PlayedAnswer {
  readonly text?: string;
  /** An input that is a text is sent unchanged. */
  readonly calls?: readonly { readonly name: string; readonly input: JsonObject | string }[];
  /** Replaces the finish reason that follows from the calls. */
  readonly finish?: string;
  /** Message of the failure after the text. */
  readonly fails?: string;
  /** True if the answer never ends, even when the signal aborts. */
  readonly hangs?: true;
}

export type PlayedStep = PlayedAnswer | ((request: ChatModelRequest) => PlayedAnswer);

export class PlayedModel {
  readonly heard: ChatModelRequest[] = [];
  /** Errors that steps threw; for the stages they look like a failed model. */
  readonly thrown: unknown[] = [];
  /** The texts that the client was shown. */
  shown = '';
  readonly #steps: PlayedStep[];

  constructor(steps: readonly PlayedStep[]) {
    this.#steps = [...steps];
  }

  readonly ask: AskModel = async (request) => {
    this.heard.push(request);
    const played = this.#next(request);
    if (request.isHidden !== true) this.shown += played.text ?? '';
    if (played.fails !== undefined) throw new Error(played.fails);
    if (played.hangs) await new Promise<never>(() => undefined);
    return modelAnswer(played, this.heard.length);
  };

  /** Content of the last message of the last request to the model. */
  get lastHeard(): unknown {
    return this.heard.at(-1)?.messages.at(-1)?.['content'];
  }

  #next(request: ChatModelRequest): PlayedAnswer {
    const step = this.#steps.shift() ?? { text: 'Nothing more to say.' };
    try {
      return typeof step === 'function' ? step(request) : step;
    } catch (error) {
      this.thrown.push(error);
      throw error;
    }
  }
}

export function modelAnswer(
  { text: content = '', calls: made = [], finish }: PlayedAnswer,
  asked = 1,
): ChatModelAnswer {
  const calls = made.map(({ name, input }, at) =>
    toolCall(`call_${asked}_${at}`, name, typeof input === 'string' ? input : JSON.stringify(input)),
  );
  return {
    message: { role: 'assistant', content },
    calls,
    finishReason: finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
    usage: undefined,
  };
}

/** Returns the text of the last message of a request. */
export function lastText({ messages }: ChatModelRequest): string {
  return partsText(messages.at(-1)?.['content']);
}

/** Returns the texts of all results in a request. */
export function resultsIn({ messages }: ChatModelRequest): string {
  const results = messages.filter(({ role }) => role === 'tool');
  return results.map(({ content }) => partsText(content)).join('\n');
}

/** Returns the names of the tools of a request. */
export function toolNames({ tools }: ChatModelRequest): readonly unknown[] {
  return tools.map((tool) => (tool['function'] as JsonObject)['name']);
}

export const script = (code: string): PlayedAnswer => ({ calls: [{ name: 'executeCode', input: { code } }] });

/** A tool that is not the code tool. */
export const otherTool: JsonObject = {
  type: 'function',
  function: { name: 'ask_user', description: 'Asks.', parameters: { type: 'object' } },
};

export function requestOf(messages: readonly JsonObject[]): Parameters<CodeChat['answer']>[0] {
  return { messages, functions, others: [otherTool], tools: [otherTool], parallel: true };
}

/** Returns the assistant's message as a client adds it to the conversation. */
export function assistantCalls(calls: readonly ModelToolCall[]): JsonObject {
  return { role: 'assistant', content: '', tool_calls: calls.map(({ raw }) => raw) };
}

export function answerTo({ id, name, text }: ModelToolCall): JsonObject {
  const { a, b } = JSON.parse(text) as { readonly a?: number; readonly b?: number };
  const content = name === 'add' ? JSON.stringify({ sum: Number(a) + Number(b) }) : `words of ${name}`;
  return { role: 'tool', tool_call_id: id, content };
}
