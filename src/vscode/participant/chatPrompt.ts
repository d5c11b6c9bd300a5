// Converts a request to `@code` and the earlier turns of its chat to text for a model. The module is pure except for
// the editor's types.
import * as vscode from 'vscode';
import type { JsonObject } from '../../base/json.ts';

const mostTurns = 20;
/** Maximum length of a turn, and of an attached text, in characters. */
const [longestTurn, longestAttached] = [4_000, 8_000] as const;

/** Matches references that VS Code attaches by itself for agents that read files: lists of skills, instructions. */
const ofAgents = /^vscode\.(?:customizations|instructions)\b/;

/** Returns the prompt and its attachments: texts up to the limit, files by their paths, which scripts can read. */
export function promptOf({ prompt, references }: Pick<vscode.ChatRequest, 'prompt' | 'references'>): string {
  const attached = references.flatMap(({ id, value }) =>
    ofAgents.test(id) ? [] : (attachedText(value) ?? []),
  );
  return attached.length === 0 ? prompt.trim() : `${prompt.trim()}\n\nAttached:\n${attached.join('\n')}`;
}

/** Returns the last turns of `@code` in this chat, oldest first. */
export function historyOf({ history }: vscode.ChatContext): readonly JsonObject[] {
  return history.slice(-mostTurns).flatMap((turn): JsonObject[] => {
    const text = (turn instanceof vscode.ChatRequestTurn ? turn.prompt : saidIn(turn))
      .trim()
      .slice(0, longestTurn);
    if (text === '') return [];
    return [{ role: turn instanceof vscode.ChatRequestTurn ? 'user' : 'assistant', content: text }];
  });
}

function saidIn({ response }: vscode.ChatResponseTurn): string {
  return response
    .map((part) => (part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : ''))
    .join('');
}

function attachedText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.slice(0, longestAttached);
  if (value instanceof vscode.Uri) return vscode.workspace.asRelativePath(value);
  if (value instanceof vscode.Location)
    return `${vscode.workspace.asRelativePath(value.uri)}, line ${value.range.start.line + 1}`;
  return undefined;
}
