// Implements the `findTools` language-model tool, which returns callable paths with signatures.
import * as vscode from 'vscode';
import { answerFindTools, bytesRead, type FindToolsInput } from '../../engine/index.ts';
import { abortSignalOf } from '../cancellation.ts';
import { budgetOf } from './budgetOf.ts';
import type { EditorUsage } from '../usage/editorUsage.ts';
import { chatSessionOf } from './chatSessionOf.ts';
import { modeRefusal } from './modeRefusal.ts';
import type { EditorEngine } from '../editorEngine.ts';

export class FindToolsTool implements vscode.LanguageModelTool<FindToolsInput> {
  readonly #editor: EditorEngine;
  readonly #usage: EditorUsage;

  constructor(editor: EditorEngine, usage: EditorUsage) {
    this.#editor = editor;
    this.#usage = usage;
  }

  prepareInvocation(
    options: vscode.LanguageModelToolInvocationPrepareOptions<FindToolsInput>,
  ): vscode.PreparedToolInvocation {
    const { query } = options.input;
    return {
      invocationMessage:
        typeof query === 'string' && query !== ''
          ? vscode.l10n.t('Finding tools for "{0}"', query.slice(0, 80))
          : vscode.l10n.t('Listing tools'),
    };
  }

  async invoke(
    options: vscode.LanguageModelToolInvocationOptions<FindToolsInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const refusal = modeRefusal();
    if (refusal) return refusal;
    using owned = abortSignalOf(token);
    using metered = this.#usage.begin(chatSessionOf(options.toolInvocationToken));
    const text = await answerFindTools(
      this.#editor.engine,
      options.input,
      budgetOf(options, token),
      owned.signal,
    );
    // A search counts for the same kind of chat as the script that follows, so this call passes none.
    void metered.ended(undefined, bytesRead(text));
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }
}
