// Adapts a model of VS Code to the function through which the stateless chat asks models.
import * as vscode from 'vscode';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { rejectOnAbort } from '../../base/withTimeout.ts';
import type { AskModel, ChatModelAnswer, ModelToolCall } from '../../models/index.ts';
import { writeMessages, type GivenParts } from './chatMessages.ts';
import type { ChatReply } from './chatReply.ts';
import { stringifyExact } from '../../base/exactJson.ts';

const longestUsage = 10_000;

interface AskOptions extends Pick<
  vscode.ProvideLanguageModelChatResponseOptions,
  'modelOptions' | 'toolMode'
> {
  readonly token: vscode.CancellationToken;
  readonly reply: ChatReply;
}

/** Asks the underlying model. Its text streams to the chat unless the request is hidden. */
export function askOf(
  behind: vscode.LanguageModelChat,
  given: GivenParts,
  { token, reply, toolMode, modelOptions }: AskOptions,
): AskModel {
  // Options that begin with `_` are private between VS Code and the vendor that it asked.
  const ours = Object.fromEntries(
    Object.entries(modelOptions ?? {}).filter(([name]) => !name.startsWith('_')),
  );
  return async ({ messages, tools, asTools, isLater, mustCall = false, isHidden = false }, signal) => {
    reply.nextAnswer();
    const read = async (): Promise<ChatModelAnswer> => {
      const response = await behind.sendRequest(
        [...writeMessages(messages, given)],
        {
          justification: vscode.l10n.t(
            'Code Mode lets this model write scripts over the tools of your chat.',
          ),
          modelOptions: ours,
          ...(tools.length > 0 && { tools: tools.map(chatTool) }),
          ...(asTools && !isLater && { toolMode }),
          ...(mustCall && { toolMode: vscode.LanguageModelChatToolMode.Required }),
        },
        token,
      );
      return readAnswer(response, isHidden ? undefined : reply);
    };
    return rejectOnAbort(read(), signal);
  };
}

async function readAnswer(
  { stream }: vscode.LanguageModelChatResponse,
  reply: ChatReply | undefined,
): Promise<ChatModelAnswer> {
  const texts: string[] = [];
  const calls: ModelToolCall[] = [];
  let usage: JsonObject | undefined;
  for await (const part of stream) {
    if (part instanceof vscode.LanguageModelTextPart) {
      texts.push(part.value);
      reply?.say(part.value);
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      const { callId: id, name, input } = part;
      const text = stringifyExact(input);
      calls.push({ id, name, text, raw: { id, type: 'function', function: { name, arguments: text } } });
    } else if (part instanceof vscode.LanguageModelDataPart && part.mimeType === 'usage')
      usage = readUsage(part.data);
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
  // `partTools` and `modelTools` write this shape.
  const { name, description, parameters } = tool['function'] as {
    readonly name: string;
    readonly description: string;
    readonly parameters: object;
  };
  return { name, description, inputSchema: parameters };
}
