// Computes the space for text in a chat request, measured with the tokenizer of the request's model.
import type * as vscode from 'vscode';
import { defaultBudget, type TextBudget } from '../../engine/index.ts';
import { longestChatText } from '../settings.ts';

export function budgetOf(
  { tokenizationOptions }: Pick<vscode.LanguageModelToolInvocationOptions<unknown>, 'tokenizationOptions'>,
  token: vscode.CancellationToken,
): TextBudget {
  // Another extension may call the tool without tokenization options.
  if (!tokenizationOptions) return defaultBudget;
  const characters = longestChatText();
  return {
    tokens: tokenizationOptions.tokenBudget,
    ...(characters !== undefined && { characters }),
    count: (text) => tokenizationOptions.countTokens(text, token),
  };
}
