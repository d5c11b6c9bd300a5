// The `executeCode` language-model tool: runs a script and words the outcome for the model. VS Code is given nothing to confirm: whether
// it was shown could not be known here, so the question is ours alone (docs/decisions/0019-consents.md).
import * as vscode from 'vscode';
import type { ContentBlock } from '../../catalog/contentBlock.ts';
import { displayText } from '../../engine/formatting/displayText.ts';
import { abortSignalOf } from '../cancellation.ts';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { LazySession } from '../lazySession.ts';
import type { LazyRuns } from '../runs/lazyRuns.ts';
import { showRunOutput } from '../runs/runCommands.ts';
import { budgetOf } from './budgetOf.ts';
import { allChats, chatSessionOf } from './chatSessionOf.ts';
import { invocationMessageOf } from './invocationMessage.ts';

/** As the model sent it: VS Code does not check it against the schema. */
export interface ExecuteCodeInput {
  readonly code?: unknown;
  readonly args?: unknown;
  readonly timeoutMs?: unknown;
}

/** For what is shown while it runs: tools of servers that are slower are not named. */
const PREVIEW_MS = 500;

export class ExecuteCodeTool implements vscode.LanguageModelTool<ExecuteCodeInput> {
  readonly #session: LazySession;
  readonly #approvals: EditorApprovals;
  readonly #runs: LazyRuns;

  constructor(session: LazySession, approvals: EditorApprovals, runs: LazyRuns) {
    this.#session = session;
    this.#approvals = approvals;
    this.#runs = runs;
  }

  async prepareInvocation(
    options: vscode.LanguageModelToolInvocationPrepareOptions<ExecuteCodeInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation> {
    using owned = abortSignalOf(token);
    const { engine } = await this.#session.get();
    engine.warm();
    const message = new vscode.MarkdownString(
      invocationMessageOf(await engine.preview(options.input.code, owned.signal, PREVIEW_MS), showRunOutput),
    );
    message.isTrusted = { enabledCommands: [showRunOutput] };
    return { invocationMessage: message };
  }

  async invoke(
    options: vscode.LanguageModelToolInvocationOptions<ExecuteCodeInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    using owned = abortSignalOf(token);
    const [window, runs, { formatResult }] = await Promise.all([
      this.#session.get(),
      this.#runs.get(),
      import('../../engine/formatting/formatResult.ts'),
    ]);
    const { engine, results, questions } = window;
    const { code, args, timeoutMs } = options.input;
    const session = chatSessionOf(options.toolInvocationToken);
    const run = {
      from: 'chat',
      approver: this.#approvals.forChat(session === allChats ? undefined : session, questions),
      signal: owned.signal,
      hideSecrets: (text: string) => window.hideSecrets(text),
    } as const;
    const origin = options.toolInvocationToken;
    const outcome = await runs.follow(run, (followed) => engine.execute({ code, args, timeoutMs, session, origin, ...followed }));
    const budget = budgetOf(options, token);
    const { text, pictures } = await formatResult(outcome, budget, (value, size) => results.keep(session, value, size));
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text), ...[...pictures, ...outcome.displays].map(partOf)]);
  }
}

/** Images go back as image parts; what a model cannot see goes back in words. */
function partOf(block: ContentBlock): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart {
  return block.type === 'image'
    ? vscode.LanguageModelDataPart.image(Buffer.from(block.data, 'base64'), block.mimeType)
    : new vscode.LanguageModelTextPart(displayText(block));
}
