// About how many tokens a message of a chat has. VS Code's chats ask it thousands of times for one request, and leave messages out where the sum is too
// large; so nothing is written or decoded for it but the inputs of calls.
import type { LanguageModelChatRequestMessage } from 'vscode';
import { textTokens } from '../../engine/usage/estimateTokens.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** By whatever size: vendors scale pictures down, most often to about as much. */
const tokensOfPicture = 1_000;

export function messageTokens(message: string | Pick<LanguageModelChatRequestMessage, 'content'>): number {
  return typeof message === 'string' ? textTokens(message) : tokensOfAll(message.content);
}

function tokensOfAll(parts: readonly unknown[]): number {
  return parts.reduce<number>((sum, part) => sum + tokensOfPart(part), 0);
}

/** By what it has: VS Code knows more kinds of parts than its API names. */
function tokensOfPart(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0;
  const { mimeType, content, value, name, input } = part as Readonly<Record<string, unknown>>;
  if (typeof mimeType === 'string') return mimeType.startsWith('image/') ? tokensOfPicture : 0;
  if (Array.isArray(content)) return tokensOfAll(content);
  if (typeof value === 'string') return textTokens(value);
  return textTokens(`${typeof name === 'string' ? name : ''}${stringifyExact(input ?? value ?? '')}`);
}
