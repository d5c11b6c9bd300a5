// Asks in the editor's quick pick whether a script may write: it can be closed when the run ends, which a dialog cannot. The code is
// shown beside it while it stays.
import { addAbortListener } from 'node:events';
import * as vscode from 'vscode';
import type { CallInFlight, CallToApprove, ScriptToApprove } from '../../engine/approval.ts';
import type { ApprovalAnswer, ApprovalQuestions, AskOptions } from './consentApprover.ts';
import { AcceptDelay } from './acceptDelay.ts';
import { callQuestion, inFlightQuestion, runQuestion, type QuestionRow, type QuestionText } from './questionText.ts';
import { showScript } from './scriptDocuments.ts';

/** Milliseconds for which Enter does nothing. */
const deafMs = 500;

interface Item extends vscode.QuickPickItem {
  readonly row: QuestionRow;
}

export class QuickPickQuestions implements ApprovalQuestions {
  readonly #documentOf: (source: string) => vscode.Uri;

  /** `documentOf`: where the code of a script is shown. */
  constructor(documentOf: (source: string) => vscode.Uri) {
    this.#documentOf = documentOf;
  }

  askRun(script: ScriptToApprove, options: AskOptions): Promise<ApprovalAnswer | undefined> {
    return this.#ask(runQuestion(script, options.scopes), script.source, options);
  }

  askCall(call: CallToApprove, options: AskOptions): Promise<ApprovalAnswer | undefined> {
    return this.#ask(callQuestion(call, options.scopes), call.source, options);
  }

  askInFlight(call: CallInFlight, options: AskOptions): Promise<ApprovalAnswer | undefined> {
    return this.#ask(inFlightQuestion(call), call.source, options);
  }

  async #ask({ title, placeholder, rows }: QuestionText, source: string, { signal, onActivity }: AskOptions) {
    const { promise, resolve } = Promise.withResolvers<ApprovalAnswer | undefined>();
    let document: vscode.Uri | undefined;
    const deaf = new AcceptDelay(deafMs);
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = title;
    pick.placeholder = placeholder;
    pick.ignoreFocusOut = true;
    pick.matchOnDescription = true;
    pick.items = rows.map(itemOf);
    pick.onDidChangeValue(() => {
      deaf.restart();
      onActivity();
    });
    // The first comes when the rows are drawn.
    pick.onDidChangeActive(() => {
      deaf.seen();
      onActivity();
    });
    pick.onDidAccept(() => {
      const act = pick.selectedItems[0]?.row.act;
      // A row that stays selected could not be clicked again.
      pick.selectedItems = [];
      if (act === undefined || !deaf.isOver) return;
      if ('answer' in act) {
        resolve(act.answer);
        return;
      }
      onActivity();
      document ??= this.#documentOf(source);
      void showScript(document, source, act.show.line);
    });
    pick.onDidHide(() => resolve({ kind: 'refuse' }));
    using _closing = addAbortListener(signal, () => resolve(undefined));
    try {
      if (signal.aborted) return undefined;
      pick.show();
      return await promise;
    } finally {
      pick.dispose();
    }
  }
}

function itemOf(row: QuestionRow): Item {
  const { label, description, detail, isHeading } = row;
  return {
    label,
    ...(description !== undefined && { description }),
    ...(detail !== undefined && { detail }),
    ...(isHeading && { kind: vscode.QuickPickItemKind.Separator }),
    row,
  };
}
