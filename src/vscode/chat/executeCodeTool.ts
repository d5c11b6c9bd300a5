// The `executeCode` language-model tool: shows the person what will run, runs it, words the outcome for the model.
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { ContentBlock } from '../../catalog/toolSource.ts';
import type { Preview } from '../../engine/engine.ts';
import { displayText } from '../../engine/wording/displayText.ts';
import { abortSignalOf } from '../abortSignalOf.ts';
import { DialogApprover } from '../dialogApprover.ts';
import type { LazySession } from '../lazySession.ts';
import { budgetOf } from './budgetOf.ts';
import { ChatApprover, nothingConfirmed, type Confirmed } from './chatApprover.ts';
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
  /** What was shown for confirmation, by what the model sent. */
  readonly #confirmed = new Map<string, Confirmed>();

  constructor(session: LazySession) {
    this.#session = session;
  }

  async prepareInvocation(
    options: vscode.LanguageModelToolInvocationPrepareOptions<ExecuteCodeInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation> {
    using owned = abortSignalOf(token);
    const { code, args } = options.input;
    const { engine } = await this.#session.get();
    engine.warm();
    const preview = await engine.preview(code, owned.signal, PREVIEW_MS);
    const confirmation = confirmationOf(code, args, preview);
    // What was not shown was not allowed: the script of this call is asked about when it runs.
    this.#remember(keyOf(options.input), confirmation ? confirmedBy(preview) : nothingConfirmed);
    return { invocationMessage: invocationMessageOf(preview), ...(confirmation && { confirmationMessages: confirmation }) };
  }

  async invoke(
    options: vscode.LanguageModelToolInvocationOptions<ExecuteCodeInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    using owned = abortSignalOf(token);
    const [{ engine, results }, { formatResult }] = await Promise.all([
      this.#session.get(),
      import('../../engine/wording/formatResult.ts'),
    ]);
    const { code, args, timeoutMs } = options.input;
    const session = chatSessionOf(options.toolInvocationToken);
    const confirmed = this.#confirmed.get(keyOf(options.input)) ?? nothingConfirmed;
    const outcome = await engine.execute({
      code,
      args,
      timeoutMs,
      session,
      origin: options.toolInvocationToken,
      approver: new ChatApprover(confirmed, new DialogApprover()),
      signal: owned.signal,
    });
    const budget = budgetOf(options, token);
    const { text, pictures } = await formatResult(outcome, budget, (value, size) => results.keep(session, value, size));
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text), ...[...pictures, ...outcome.displays].map(partOf)]);
  }

  #remember(key: string, confirmed: Confirmed): void {
    const [oldest] = this.#confirmed.keys();
    if (this.#confirmed.size >= MOST_CONFIRMATIONS && oldest !== undefined) this.#confirmed.delete(oldest);
    this.#confirmed.set(key, confirmed);
  }
}

function confirmedBy({ writes, undecided }: Preview): Confirmed {
  return { tools: new Set(writes.map(({ path }) => path)), servers: new Set(undecided) };
}

/** Preparing and invoking have nothing in common but what the model sent. */
function keyOf({ code, args }: ExecuteCodeInput): string {
  return createHash('sha256')
    .update(JSON.stringify([code, args]))
    .digest('hex');
}

/** Images go back as image parts; what a model cannot see goes back in words. */
function partOf(block: ContentBlock): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart {
  return block.type === 'image'
    ? vscode.LanguageModelDataPart.image(Buffer.from(block.data, 'base64'), block.mimeType)
    : new vscode.LanguageModelTextPart(displayText(block));
}
