// The `findTools` language-model tool: callable paths with signatures.
import * as vscode from 'vscode';
import { fitLines } from '../../engine/formatting/formatResult.ts';
import { abortSignalOf } from '../cancellation.ts';
import { budgetOf } from './budgetOf.ts';
import type { EditorEngine } from '../editorEngine.ts';

/** As the model sent it: VS Code does not check it against the schema. */
interface FindToolsInput {
  readonly query?: unknown;
  readonly server?: unknown;
  readonly detail?: unknown;
  readonly limit?: unknown;
}

/** The model is told which servers take longer, and may ask again. */
const PATIENCE_MS = 15_000;

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
    using owned = abortSignalOf(token);
    const { engine } = this.#editor;
    // The next call is a script's.
    engine.warm();
    const { query, server, detail, limit } = options.input;
    const snapshot = await engine.snapshot({
      servers: typeof server === 'string' ? [server] : 'all',
      signal: owned.signal,
      timeoutMs: PATIENCE_MS,
    });
    const budget = budgetOf(options, token);
    const text = await engine.finder.findTools(snapshot, {
      ...(budget.characters !== undefined && { characters: budget.characters }),
      ...(typeof query === 'string' && { query }),
      ...(typeof server === 'string' && { server }),
      ...((detail === 'names' || detail === 'full') && { detail }),
      ...(typeof limit === 'number' && Number.isFinite(limit) && { limit }),
    });
    const fitted = await fitLines(text, budget, 'Ask for one server, or with a query.');
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(fitted)]);
  }
}
