// Asks in the editor's quick pick whether a script may write: it closes when the run ends. The code is shown below it while it stays.
import * as vscode from 'vscode';
import type { CallInFlight, CallToApprove, ScriptToApprove } from '../../engine/consent/approval.ts';
import type { ApprovalAnswer, ApprovalQuestions, AskOptions } from './consentApprover.ts';
import { pickAnswer } from '../elicitation/questionPick.ts';
import { callQuestion, inFlightQuestion, runQuestion, type QuestionRow, type QuestionText } from './questionText.ts';
import { CodeBelow } from './scriptDocuments.ts';

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
    let document: vscode.Uri | undefined;
    using code = new CodeBelow();
    return await pickAnswer<Item, ApprovalAnswer>({
      title,
      placeholder,
      items: rows.map(itemOf),
      closed: { kind: 'refuse' },
      signal,
      onActivity,
      answerOf: ({ row: { act } }) => {
        if (act === undefined) return undefined;
        if ('answer' in act) return act.answer;
        onActivity();
        document ??= this.#documentOf(source);
        void code.showScript(document, source, act.show.line);
        return undefined;
      },
    });
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
