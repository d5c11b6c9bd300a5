// Plays a client that uses code over its own tools, and the model behind the client. The requests to the model are
// kept.
import type { JsonObject } from '../../src/base/json.ts';
import type { AskModel, ChatModelAnswer, ChatModelRequest } from '../../src/models/stateless/askModel.ts';
import type { CodeChat } from '../../src/models/stateless/codeChat.ts';
import { requestTools } from './stepTools.ts';

interface PlayedCalls {
  /** An input that is a text is sent unchanged. */
  readonly calls: readonly { readonly name: string; readonly input: JsonObject | string }[];
  /** Replaces the finish reason that follows from the calls. */
  readonly finish?: string;
}

export type PlayedAnswer = { readonly text: string } | PlayedCalls;

export class PlayedModel {
  readonly heard: ChatModelRequest[] = [];
  readonly #answers: PlayedAnswer[];

  constructor(answers: readonly PlayedAnswer[]) {
    this.#answers = [...answers];
  }

  readonly ask: AskModel = (request) => {
    this.heard.push(request);
    return Promise.resolve(
      modelAnswer(this.#answers.shift() ?? { text: 'Nothing more to say.' }, this.heard.length),
    );
  };

  /** Content of the last message of the last request to the model. */
  get lastHeard(): unknown {
    return this.heard.at(-1)?.messages.at(-1)?.['content'];
  }
}

export function modelAnswer(played: PlayedAnswer, asked = 1): ChatModelAnswer {
  const message = { role: 'assistant', content: 'text' in played ? played.text : '' };
  const calls = ('calls' in played ? played.calls : []).map(({ name, input }, at) => {
    const [id, text] = [`call_${asked}_${at}`, typeof input === 'string' ? input : JSON.stringify(input)];
    return { id, name, text, raw: { id, type: 'function', function: { name, arguments: text } } };
  });
  const finish = 'finish' in played ? played.finish : undefined;
  return {
    message,
    calls,
    finishReason: finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
    usage: undefined,
  };
}

export const script = (code: string): PlayedAnswer => ({ calls: [{ name: 'executeCode', input: { code } }] });

const functions = requestTools.listing.ok ? requestTools.listing.tools : [];

/** A tool that is not the code tool. */
export const otherTool: JsonObject = {
  type: 'function',
  function: { name: 'ask_user', description: 'Asks.', parameters: { type: 'object' } },
};

export function requestOf(messages: readonly JsonObject[]): Parameters<CodeChat['answer']>[0] {
  return { messages, functions, others: [otherTool], tools: [otherTool], parallel: true };
}

/** Returns the assistant's message as a client adds it to the conversation. */
export function assistantCalls(
  calls: readonly { readonly id: string; readonly name: string; readonly text: string }[],
): JsonObject {
  const written = calls.map(({ id, name, text }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }));
  return { role: 'assistant', content: '', tool_calls: written };
}

export function answerTo({
  id,
  name,
  text,
}: {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}): JsonObject {
  const { a, b } = JSON.parse(text) as { readonly a?: number; readonly b?: number };
  const content = name === 'add' ? JSON.stringify({ sum: Number(a) + Number(b) }) : `words of ${name}`;
  return { role: 'tool', tool_call_id: id, content };
}
