// Estimates the number of tokens of a chat message. VS Code asks for this count thousands of times per request and
// drops messages if the sum is too large, so the estimate serializes nothing but the inputs of calls.
import type { LanguageModelChatRequestMessage } from 'vscode';
import { textTokens } from '../../engine/index.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** Estimated tokens of a picture of any size, because most vendors scale pictures down to a similar size. */
const tokensOfPicture = 1_000;

export function messageTokens(message: string | Pick<LanguageModelChatRequestMessage, 'content'>): number {
  return typeof message === 'string' ? textTokens(message) : tokensOfAll(message.content);
}

function tokensOfAll(parts: readonly unknown[]): number {
  return parts.reduce<number>((sum, part) => sum + tokensOfPart(part), 0);
}

/** Recognizes a part by its properties, because VS Code sends more kinds of parts than its API declares. */
function tokensOfPart(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0;
  const { mimeType, content, value, name, input } = part as Readonly<Record<string, unknown>>;
  if (typeof mimeType === 'string') return mimeType.startsWith('image/') ? tokensOfPicture : 0;
  if (Array.isArray(content)) return tokensOfAll(content);
  if (typeof value === 'string') return textTokens(value);
  return textTokens(`${typeof name === 'string' ? name : ''}${stringifyExact(input ?? value ?? '')}`);
}
