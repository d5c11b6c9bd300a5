// Everything that decides in this window whether scripts may write: the record of what the user has allowed, the question, the settings.
import * as vscode from 'vscode';
import type { Approver } from '../../engine/approval.ts';
import { Consents, type ConsentScope, type ConsentContext } from '../../engine/consent/consents.ts';
import type { OneAtATime } from '../../mcp/elicitation/mutex.ts';
import { answerMs } from '../settings.ts';
import { ConsentApprover } from './consentApprover.ts';
import { consentStorages } from './consentStorages.ts';
import { QuickPickQuestions } from './quickPickQuestions.ts';
import { ScriptDocuments } from './scriptDocuments.ts';

type ApprovalsContext = Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState' | 'globalStorageUri'>;

export class EditorApprovals implements vscode.Disposable {
  readonly consents: Consents;
  readonly #documents = new ScriptDocuments();

  constructor({ workspaceState, globalState, globalStorageUri }: ApprovalsContext) {
    this.consents = new Consents(consentStorages({ workspaceState, globalState, globalStorage: globalStorageUri.fsPath }));
  }

  /** For scripts of a chat; `chat` is absent where it is not known which. `turns`: all that ask in this window take turns. */
  forChat(chat: string | undefined, turns: OneAtATime): Approver {
    const questions = new QuickPickQuestions((source) => this.#documents.add(source));
    return this.#approver({ questions, turns, place: { chat } });
  }

  /** For a script in an editor, which is shown as it is unless it was changed since it was run. */
  forDocument(document: vscode.TextDocument, turns: OneAtATime): Approver {
    const questions = new QuickPickQuestions((source) => (document.getText() === source ? document.uri : this.#documents.add(source)));
    return this.#approver({ questions, turns, place: { file: document.uri.toString() } });
  }

  dispose(): void {
    this.#documents.dispose();
  }

  #approver(parts: Pick<ConstructorParameters<typeof ConsentApprover>[0], 'questions' | 'turns' | 'place'>): Approver {
    return new ConsentApprover({ ...parts, consents: this.consents, scopes: scopesOf(parts.place), answerMs });
  }
}

function scopesOf({ chat, file }: ConsentContext): readonly ConsentScope[] {
  return [
    ...(chat === undefined ? [] : (['chat'] as const)),
    ...(file === undefined ? [] : (['file'] as const)),
    'window',
    ...(vscode.workspace.workspaceFolders ? (['workspace'] as const) : []),
    'always',
  ];
}
