// The `findTools` language-model tool: callable paths with signatures.
import * as vscode from 'vscode';
import { answerFindTools, type FindToolsInput } from '../../engine/find/answerFindTools.ts';
import { abortSignalOf } from '../cancellation.ts';
import { budgetOf } from './budgetOf.ts';
import { modeRefusal } from './modeRefusal.ts';
import type { EditorEngine } from '../editorEngine.ts';

export class FindToolsTool implements vscode.LanguageModelTool<FindToolsInput> {
  readonly #editor: EditorEngine;

  constructor(editor: EditorEngine) {
    this.#editor = editor;
  }

  prepareInvocation(options: vscode.LanguageModelToolInvocationPrepareOptions<FindToolsInput>): vscode.PreparedToolInvocation {
    const { query } = options.input;
    return { invocationMessage: typeof query === 'string' && query !== '' ? `Finding tools for "${query.slice(0, 80)}"` : 'Listing tools' };
  }

  async invoke(
    options: vscode.LanguageModelToolInvocationOptions<FindToolsInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const refusal = modeRefusal();
    if (refusal) return refusal;
    using owned = abortSignalOf(token);
    const text = await answerFindTools(this.#editor.engine, options.input, budgetOf(options, token), owned.signal);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }
}
