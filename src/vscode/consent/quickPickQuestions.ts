// Asks in the editor's quick pick whether a script may write. The quick pick closes when the run ends; the user can
// open the code in an editor below it.
import type * as vscode from 'vscode';
import type { ApprovalAnswer, ApprovalQuestions, AskOptions } from './consentApprover.ts';
import { pickAnswer } from '../elicitation/questionPick.ts';
import {
  callQuestion,
  inFlightQuestion,
  runQuestion,
  type QuestionRow,
  type QuestionText,
} from './questionText.ts';
import { CodeBelow } from './scriptDocuments.ts';

/** `documentOf`: returns the address of a document that shows the code. */
export function quickPickQuestions(documentOf: (source: string) => vscode.Uri): ApprovalQuestions {
  const ask = async (
    question: QuestionText,
    source: string,
    { signal, onActivity }: AskOptions,
  ): Promise<ApprovalAnswer | undefined> => {
    let document: vscode.Uri | undefined;
    using code = new CodeBelow();
    const show = (line: number | undefined) => {
      onActivity();
      document ??= documentOf(source);
      void code.showScript(document, source, line);
    };
    const asked: QuestionText[] = [question];
    for (;;) {
      const { title, placeholder, rows, safe } = asked.at(-1) ?? question;
      const isFirst = asked.length === 1;
      const chosen = await pickAnswer<QuestionRow, ApprovalAnswer | QuestionText | 'back'>({
        title,
        placeholder,
        rows,
        active: safe,
        closed: isFirst ? { kind: 'refuse' } : 'back',
        signal,
        onActivity,
        answerOf: ({ act }) => {
          if (act === undefined || act === 'back') return act;
          if ('answer' in act) return act.answer;
          if ('ask' in act) return act.ask;
          show(act.show.line);
          return undefined;
        },
      });
      if (chosen === 'back') asked.pop();
      else if (chosen !== undefined && 'rows' in chosen) asked.push(chosen);
      else return chosen;
    }
  };
  return {
    askRun: (script, options) => ask(runQuestion(script, options.scopes), script.source, options),
    askCall: (call, options) => ask(callQuestion(call, options.scopes), call.source, options),
    askInFlight: (call, options) => ask(inFlightQuestion(call), call.source, options),
  };
}
