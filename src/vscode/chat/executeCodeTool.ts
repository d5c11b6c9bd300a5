// Implements the `executeCode` language-model tool: it runs a script and formats the outcome for the model. It requests
// no confirmation from VS Code, because the tool cannot learn whether VS Code has shown one; only Code Mode asks
// (docs/decisions/0019-consents.md).
import * as vscode from 'vscode';
import type { ContentBlock } from '../../base/contentBlock.ts';
import { shownTitle, bytesRead } from '../../engine/index.ts';
import { formatResult, displayText } from '../../engine/formatting/index.ts';
import { abortSignalOf } from '../cancellation.ts';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { invocationMessageOf, openTrace, showRunOutput } from '../runs/liveTexts.ts';
import type { EditorRuns } from '../runs/editorRuns.ts';
import { chatDoorOf, type EditorUsage } from '../usage/editorUsage.ts';
import { budgetOf } from './budgetOf.ts';
import { allChats, chatSessionOf } from './chatSessionOf.ts';
import { modeRefusal } from './modeRefusal.ts';
import { runChatScript } from './runChatScript.ts';

/** The input as the model sent it. VS Code does not validate it against the schema. */
interface ExecuteCodeInput {
  readonly code?: unknown;
  readonly title?: unknown;
  readonly args?: unknown;
  readonly timeoutMs?: unknown;
  readonly resume?: unknown;
}

/**
 * Maximum time to look up tools for the progress line, in milliseconds. The line does not name tools of slower servers.
 */
const PREVIEW_MS = 500;

export class ExecuteCodeTool implements vscode.LanguageModelTool<ExecuteCodeInput> {
  readonly #editor: EditorEngine;
  readonly #approvals: EditorApprovals;
  readonly #runs: EditorRuns;
  readonly #usage: EditorUsage;

  constructor(editor: EditorEngine, approvals: EditorApprovals, runs: EditorRuns, usage: EditorUsage) {
    this.#editor = editor;
    this.#approvals = approvals;
    this.#runs = runs;
    this.#usage = usage;
  }

  async prepareInvocation(
    options: vscode.LanguageModelToolInvocationPrepareOptions<ExecuteCodeInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation> {
    using owned = abortSignalOf(token);
    const { engine, redactor } = this.#editor;
    const { code, title } = options.input;
    // VS Code reads this line once, before the run has an id, so its link identifies the run by code and time.
    const announced = { codeHash: redactor.codeHash(String(code)), after: Date.now() };
    const message = new vscode.MarkdownString(
      invocationMessageOf(
        await engine.preview(code, owned.signal, PREVIEW_MS),
        announced,
        shownTitle({ code, title }),
      ),
      true,
    );
    message.isTrusted = { enabledCommands: [openTrace, showRunOutput] };
    return { invocationMessage: message };
  }

  async invoke(
    options: vscode.LanguageModelToolInvocationOptions<ExecuteCodeInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const refusal = modeRefusal();
    if (refusal) return refusal;
    using owned = abortSignalOf(token);
    const { results } = this.#editor;
    const { code, title, args, timeoutMs, resume } = options.input;
    const { toolInvocationToken: invocationToken } = options;
    const session = chatSessionOf(invocationToken);
    using metered = this.#usage.begin(session);
    const outcome = await runChatScript(this.#runs, {
      script: { code, title, args, timeoutMs, session, invocationToken, origin: { door: 'chat' } },
      resume,
      approver: this.#approvals.forChat(session === allChats ? undefined : session),
      observer: metered,
      signal: owned.signal,
    });
    const budget = budgetOf(options, token);
    const { text, pictures } = await formatResult(outcome, budget, (value, size) =>
      results.keep(session, value, size, outcome.origins),
    );
    const beside: readonly ContentBlock[] = [...pictures, ...outcome.displays];
    void metered.ended(chatDoorOf(code), bytesRead(text, beside));
    return new vscode.LanguageModelToolResult([
      new vscode.LanguageModelTextPart(text),
      ...beside.map(partOf),
    ]);
  }
}

/** Returns an image as an image part, and any other content as text, because a model cannot see it. */
function partOf(block: ContentBlock): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart {
  return block.type === 'image'
    ? vscode.LanguageModelDataPart.image(Buffer.from(block.data, 'base64'), block.mimeType)
    : new vscode.LanguageModelTextPart(displayText(block));
}
