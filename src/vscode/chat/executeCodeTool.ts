// The `executeCode` language-model tool: runs a script and words the outcome for the model. VS Code is given nothing to confirm: whether
// it was shown could not be known here, so the question is ours alone (docs/decisions/0019-consents.md).
import * as vscode from 'vscode';
import type { ContentBlock } from '../../catalog/contentBlock.ts';
import { bothObservers } from '../../engine/bothObservers.ts';
import { formatResult } from '../../engine/formatting/formatResult.ts';
import { displayText } from '../../engine/formatting/displayText.ts';
import { bytesRead } from '../../engine/usage/sparedCalls.ts';
import { abortSignalOf } from '../cancellation.ts';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { invocationMessageOf, openTrace, showRunOutput } from '../runs/runTexts.ts';
import type { RunTracker } from '../runs/runTracker.ts';
import { chatDoorOf, type EditorUsage } from '../usage/editorUsage.ts';
import { budgetOf } from './budgetOf.ts';
import { allChats, chatSessionOf } from './chatSessionOf.ts';
import { modeRefusal } from './modeRefusal.ts';

/** As the model sent it: VS Code does not check it against the schema. */
interface ExecuteCodeInput {
  readonly code?: unknown;
  readonly args?: unknown;
  readonly timeoutMs?: unknown;
  readonly resume?: unknown;
}

/** For what is shown while it runs: tools of servers that are slower are not named. */
const PREVIEW_MS = 500;

export class ExecuteCodeTool implements vscode.LanguageModelTool<ExecuteCodeInput> {
  readonly #editor: EditorEngine;
  readonly #approvals: EditorApprovals;
  readonly #runs: RunTracker;
  readonly #usage: EditorUsage;

  constructor(editor: EditorEngine, approvals: EditorApprovals, runs: RunTracker, usage: EditorUsage) {
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
    // VS Code writes this line once, before the run has an id: its link finds the run by code and time.
    const announced = { codeHash: redactor.codeHash(String(options.input.code)), after: Date.now() };
    const message = new vscode.MarkdownString(
      invocationMessageOf(await engine.preview(options.input.code, owned.signal, PREVIEW_MS), announced),
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
    const { engine, results, runs: kept } = this.#editor;
    const { code, args, timeoutMs, resume } = options.input;
    const session = chatSessionOf(options.toolInvocationToken);
    const approver = this.#approvals.forChat(session === allChats ? undefined : session);
    const run = this.#runs.start({ from: 'chat', approver, signal: owned.signal });
    const invocationToken = options.toolInvocationToken;
    using metered = this.#usage.begin(session);
    const observer = bothObservers(run.request.observer, metered);
    const request = {
      code,
      args,
      timeoutMs,
      resume,
      session,
      invocationToken,
      origin: { door: 'chat' } as const,
      ...run.request,
      observer,
    };
    const outcome = await run.settled(kept.past.executeOrResume(engine, request, session !== allChats));
    const budget = budgetOf(options, token);
    const { text, pictures } = await formatResult(outcome, budget, (value, size) => results.keep(session, value, size, outcome.origins));
    const beside: readonly ContentBlock[] = [...pictures, ...outcome.displays];
    void metered.ended(chatDoorOf(code), bytesRead(text, beside));
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text), ...beside.map(partOf)]);
  }
}

/** Images go back as image parts; what a model cannot see goes back in words. */
function partOf(block: ContentBlock): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart {
  return block.type === 'image'
    ? vscode.LanguageModelDataPart.image(Buffer.from(block.data, 'base64'), block.mimeType)
    : new vscode.LanguageModelTextPart(displayText(block));
}
