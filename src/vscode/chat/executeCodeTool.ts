// The `executeCode` language-model tool: shows the person what will run, runs it, words the outcome for the model.
import * as vscode from 'vscode';
import type { ContentBlock } from '../../catalog/toolSource.ts';
import type { Preview } from '../../engine/engine.ts';
import { abortSignalOf } from '../abortSignalOf.ts';
import { DialogApprover } from '../dialogApprover.ts';
import type { LazySession } from '../lazySession.ts';
import { ChatApprover } from './chatApprover.ts';
import { chatSessionOf } from './chatSessionOf.ts';
import { confirmationOf, invocationMessageOf } from './confirmation.ts';

/** As the model sent it: VS Code does not check it against the schema. */
export interface ExecuteCodeInput {
  readonly code?: unknown;
  readonly args?: unknown;
  readonly timeoutMs?: unknown;
}

/** VS Code marks a tool as unresponsive when preparing takes 3 s; servers that are slower count as undecided. */
const PREVIEW_MS = 2_000;
const MOST_CONFIRMATIONS = 100;

export class ExecuteCodeTool implements vscode.LanguageModelTool<ExecuteCodeInput> {
  readonly #session: LazySession;
  /** Code that was shown for confirmation, with the paths of the writing tools that were named with it. */
  readonly #confirmed = new Map<string, ReadonlySet<string>>();

  constructor(session: LazySession) {
    this.#session = session;
  }

  async prepareInvocation(
    options: vscode.LanguageModelToolInvocationPrepareOptions<ExecuteCodeInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation> {
    using owned = abortSignalOf(token);
    const { code } = options.input;
    const { engine } = await this.#session.get();
    engine.warm();
    const preview = await engine.preview(code, owned.signal, PREVIEW_MS);
    if (typeof code === 'string') this.#remember(code, preview);
    const confirmation = confirmationOf(code, preview);
    return { invocationMessage: invocationMessageOf(preview), ...(confirmation && { confirmationMessages: confirmation }) };
  }

  async invoke(
    options: vscode.LanguageModelToolInvocationOptions<ExecuteCodeInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    using owned = abortSignalOf(token);
    const [{ engine, results }, { formatResult, defaultBudget }] = await Promise.all([
      this.#session.get(),
      import('../../engine/formatResult.ts'),
    ]);
    const { code, args, timeoutMs } = options.input;
    const session = chatSessionOf(options.toolInvocationToken);
    const confirmed = (typeof code === 'string' && this.#confirmed.get(code)) || new Set<string>();
    const outcome = await engine.execute({
      code,
      args,
      timeoutMs,
      session,
      approver: new ChatApprover(confirmed, new DialogApprover()),
      signal: owned.signal,
    });
    const budget = options.tokenizationOptions;
    const text = await formatResult(
      outcome,
      budget ? { tokens: budget.tokenBudget, count: (part) => budget.countTokens(part, token) } : defaultBudget,
      (value, size) => results.keep(session, value, size),
    );
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text), ...outcome.displays.map(partOf)]);
  }

  #remember(code: string, preview: Preview): void {
    const [oldest] = this.#confirmed.keys();
    if (this.#confirmed.size >= MOST_CONFIRMATIONS && oldest !== undefined) this.#confirmed.delete(oldest);
    this.#confirmed.set(code, new Set(preview.writes.map((tool) => tool.path)));
  }
}

/** Images go back as image parts; what a model cannot see goes back in words. */
function partOf(block: ContentBlock): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart {
  switch (block.type) {
    case 'image':
      return vscode.LanguageModelDataPart.image(Buffer.from(block.data, 'base64'), block.mimeType);
    case 'text':
      return new vscode.LanguageModelTextPart(block.text);
    case 'resource':
      return new vscode.LanguageModelTextPart(block.resource.text ?? `[resource ${block.resource.uri}]`);
    case 'resource_link':
      return new vscode.LanguageModelTextPart(`[${block.name}](${block.uri})`);
    case 'audio':
      return new vscode.LanguageModelTextPart(`[audio, ${block.mimeType}]`);
  }
}
