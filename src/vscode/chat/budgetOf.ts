// How much text a chat request has room for, by the tokenizer of its own model.
import type * as vscode from 'vscode';
import { defaultBudget, type TextBudget } from '../../engine/textBudget.ts';
import { longestChatText } from '../settings.ts';

export function budgetOf(
  { tokenizationOptions }: Pick<vscode.LanguageModelToolInvocationOptions<unknown>, 'tokenizationOptions'>,
  token: vscode.CancellationToken,
): TextBudget {
  // Another extension that calls the tool may not say.
  if (!tokenizationOptions) return defaultBudget;
  const characters = longestChatText();
  return {
    tokens: tokenizationOptions.tokenBudget,
    ...(characters !== undefined && { characters }),
    count: (text) => tokenizationOptions.countTokens(text, token),
  };
}
