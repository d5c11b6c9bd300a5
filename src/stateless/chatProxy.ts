// One chat completion request of a client that owns its tools, and the answer to it in the same form.
import type { JsonObject } from '../base/json.ts';
import type { ModelRules } from '../routing/modelRules.ts';
import { offersCode } from '../routing/routing.ts';
import { RoutingPatterns } from '../routing/routingPatterns.ts';
import type { AskModel } from './askModel.ts';
import { ChatReply } from './chatReply.ts';
import { readChatRequest, type ChatRequest, type RequestRules } from './chatRequest.ts';
import { CodeChat, type CodeChatOptions } from './codeChat.ts';
import { withShortIds } from './history.ts';
import { requestToolNames } from './requestToolNames.ts';
import type { Upstream } from './upstream.ts';

interface ChatProxyOptions extends Omit<CodeChatOptions, 'lostTurns'> {
  readonly upstream: Upstream;
  /** Which functions stay tools of every model. */
  readonly staysTool: (name: string) => boolean;
  /** What holds for one model beside it. */
  readonly rulesOf?: (model: string) => ModelRules | undefined;
}

/** What a client asks with, beside the body. */
interface ChatCall {
  readonly headers: Headers;
  /** Gets the chunks of a stream. */
  readonly sendChunk: (chunk: JsonObject) => void;
  readonly signal: AbortSignal;
}

export class ChatProxy {
  readonly #options: ChatProxyOptions;
  readonly #chat: CodeChat;

  constructor(options: ChatProxyOptions) {
    this.#options = options;
    this.#chat = new CodeChat({ ...options, lostTurns: 'refused' });
  }

  /** Throws `ChatError`. */
  read(text: string): ChatRequest {
    return readChatRequest(text, (model) => this.#rulesOf(model));
  }

  #rulesOf(model: string | undefined): RequestRules {
    const { staysTool, rulesOf } = this.#options;
    const { mode, typeCheck, excluded = [] } = (model === undefined ? undefined : rulesOf?.(model)) ?? {};
    const patterns = new RoutingPatterns(excluded, 'all');
    const isExcluded = (name: string) => requestToolNames(name).some((tool) => patterns.find(tool) !== undefined);
    return {
      staysTool: (name) => staysTool(name) || isExcluded(name),
      isPlain: mode !== undefined && !offersCode(mode),
      ...(typeCheck && { typeCheck }),
    };
  }

  /** The body of a request that goes on as it is; undefined where tools become code. */
  plainBody({ body, messages, functions }: ChatRequest): JsonObject | undefined {
    return functions.length > 0 ? undefined : { ...body, messages: withShortIds(messages) };
  }

  /** Resolves with the whole answer; chunks are sent as they come. Throws `ChatError` and `UpstreamRefusal`; rejects when `signal` aborts. */
  async answer(request: ChatRequest, { headers, sendChunk, signal }: ChatCall): Promise<JsonObject> {
    const { body, stream, withUsage } = request;
    const model = typeof body['model'] === 'string' ? body['model'] : '';
    const reply = new ChatReply({ model, withUsage, ...(stream && { sendChunk }) });
    const { parallel_tool_calls: parallel, tool_choice: choice, ...rest } = body;
    const ask: AskModel = async ({ messages, tools, asTools, isLater }) => {
      reply.nextAnswer();
      const asked = {
        ...rest,
        messages,
        tools,
        // A script that is done has met "required"; else there would never be an answer.
        ...(!isLater && choice !== undefined && { tool_choice: choice }),
        ...(asTools && parallel !== undefined && { parallel_tool_calls: parallel }),
      };
      const answer = await this.#options.upstream.ask(asked, headers, (delta, envelope) => reply.say(delta, envelope), signal);
      reply.spent(answer.usage);
      return answer;
    };
    const { calls, finishReason } = await this.#chat.answer(request, ask, signal);
    return reply.end(calls, finishReason);
  }
}
