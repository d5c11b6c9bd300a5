// Adapts a model of VS Code to the function through which chats and stages ask models.
import * as vscode from 'vscode';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { rejectOnAbort } from '../../base/withTimeout.ts';
import {
  retryText,
  toolCall,
  withRetries,
  type AskModel,
  type ChatModelAnswer,
  type ModelToolCall,
} from '../../models/index.ts';
import { cancellationTokenOf } from '../cancellation.ts';
import { writeMessages, type GivenParts } from './chatMessages.ts';
import type { ChatReply } from './chatReply.ts';
import { stringifyExact } from '../../base/exactJson.ts';

const longestUsage = 10_000;
/** Maximum length of an answer in characters, including the arguments of calls. */
const longestAnswer = 1_000_000;

interface AskOptions extends Partial<
  Pick<vscode.ProvideLanguageModelChatResponseOptions, 'modelOptions' | 'toolMode'>
> {
  readonly reply: ChatReply;
  /** Says why the model is asked, when VS Code asks the user for access to it. */
  readonly justification: string;
  /** Called with a line before the model is asked again. The line is not escaped. */
  readonly onRetry: (line: string) => void;
}

/**
 * Asks the underlying model, again after a temporary failure as long as the chat got no part of the answer. The text
 * streams to the chat unless the request is hidden.
 */
export function askOf(behind: vscode.LanguageModelChat, given: GivenParts, options: AskOptions): AskModel {
  const { reply, justification, onRetry, toolMode, modelOptions } = options;
  // Options that begin with `_` are private between VS Code and the vendor that it asked.
  const ours = Object.fromEntries(
    Object.entries(modelOptions ?? {}).filter(([name]) => !name.startsWith('_')),
  );
  const askOnce: AskModel = async (request, signal) => {
    const { messages, tools, asTools = false, isLater = false, mustCall = false, isHidden = false } = request;
    reply.nextAnswer();
    using cancelling = cancellationTokenOf(signal);
    const response = await behind.sendRequest(
      [...writeMessages(messages, given)],
      {
        justification,
        modelOptions: ours,
        ...(tools.length > 0 && { tools: tools.map(chatTool) }),
        ...(asTools && !isLater && toolMode !== undefined && { toolMode }),
        ...(mustCall && { toolMode: vscode.LanguageModelChatToolMode.Required }),
      },
      cancelling.token,
    );
    return await readAnswer(response, isHidden ? undefined : reply);
  };
  const retry = {
    mayRepeat: () => !reply.hasBegun,
    onRetry: (error: unknown, ms: number) => onRetry(retryText(behind.name, error, ms)),
  };
  return (request, signal) =>
    withRetries(() => rejectOnAbort(askOnce(request, signal), signal), retry, signal);
}

async function readAnswer(
  { stream }: vscode.LanguageModelChatResponse,
  reply: ChatReply | undefined,
): Promise<ChatModelAnswer> {
  const texts: string[] = [];
  const calls: ModelToolCall[] = [];
  let usage: JsonObject | undefined;
  let characters = 0;
  for await (const part of stream) {
    if (part instanceof vscode.LanguageModelTextPart) {
      characters += part.value.length;
      texts.push(part.value);
      reply?.say(part.value);
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      const text = stringifyExact(part.input);
      characters += text.length;
      calls.push(toolCall(part.callId, part.name, text));
    } else if (part instanceof vscode.LanguageModelDataPart && part.mimeType === 'usage')
      usage = readUsage(part.data);
    if (characters > longestAnswer) throw new Error('The answer of the model is too long.');
  }
  const message = { role: 'assistant', content: texts.join('') };
  return { message, calls, finishReason: calls.length > 0 ? 'tool_calls' : 'stop', usage };
}

/** Parses a `usage` part. The API does not define it; VS Code's own vendors report usage this way. */
function readUsage(data: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = data.length > longestUsage ? undefined : JSON.parse(Buffer.from(data).toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function chatTool(tool: JsonObject): vscode.LanguageModelChatTool {
  // `functionTool` writes this shape.
  const { name, description, parameters } = tool['function'] as {
    readonly name: string;
    readonly description: string;
    readonly parameters: object;
  };
  return { name, description, inputSchema: parameters };
}
