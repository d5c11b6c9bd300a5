// Asks the model for one stage and returns its answer or failure as a value.
import { errorMessage } from '../../base/errorMessage.ts';
import type { JsonObject } from '../../base/json.ts';
import { rejectOnAbort } from '../../base/withTimeout.ts';
import { tokensOf, valueTokens } from '../../engine/index.ts';
import { partsText, type ChatModelRequest, type ModelToolCall } from '../askModel.ts';
import type { StagedParts, StagedRequest } from './stagedRequest.ts';

export interface StageAnswer {
  /** `cancelled`: the signal was aborted. `failed`: `problem` says why. */
  readonly end: 'done' | 'cancelled' | 'failed';
  readonly problem?: string;
  readonly text: string;
  readonly calls: readonly ModelToolCall[];
  /** Estimated tokens of the request and the answer. */
  readonly tokens: { readonly sent: number; readonly received: number };
}

const mostCalls = 100;

/** Never rejects. */
export async function askStage(
  { ask }: StagedParts,
  request: ChatModelRequest,
  signal: AbortSignal,
): Promise<StageAnswer> {
  const sent = valueTokens([request.messages, request.tools]);
  const unanswered = (end: 'cancelled' | 'failed', problem?: string): StageAnswer => ({
    end,
    ...(problem !== undefined && { problem }),
    text: '',
    calls: [],
    tokens: { sent, received: 0 },
  });
  try {
    signal.throwIfAborted();
    const { message, calls } = await rejectOnAbort(ask(request, signal), signal);
    if (calls.length > mostCalls) return unanswered('failed', 'The answer of the model is too long.');
    const text = partsText(message['content']);
    const characters = calls.reduce((sum, call) => sum + call.text.length, text.length);
    return { end: 'done', text, calls, tokens: { sent, received: tokensOf(characters) } };
  } catch (error) {
    return signal.aborted ? unanswered('cancelled') : unanswered('failed', errorMessage(error));
  }
}

/** Returns the messages of a request for a stage, of which `text` is the last one. */
export function messagesOf({ history, pictures = [] }: StagedRequest, text: string): readonly JsonObject[] {
  const content = pictures.length === 0 ? text : [{ type: 'text', text }, ...pictures];
  return [...history, { role: 'user', content }];
}

/** Asks for a call of the tool; without a tool, for an answer as text. The user does not see the answer. */
export function askForTool(
  parts: StagedParts,
  messages: readonly JsonObject[],
  tool: JsonObject | undefined,
  signal: AbortSignal,
): Promise<StageAnswer> {
  const tools = tool ? [tool] : [];
  return askStage(parts, { messages, tools, isHidden: true, mustCall: tools.length > 0 }, signal);
}
