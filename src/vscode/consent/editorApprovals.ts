// Everything that decides in this window whether scripts may write: the record of what the user has allowed, the question, the settings.
import * as vscode from 'vscode';
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { Approver } from '../../engine/consent/approval.ts';
import { Consents, type ConsentScope, type ConsentContext } from '../../engine/consent/consents.ts';
import type { Mutex } from '../../mcp/elicitation/mutex.ts';
import type { Ask } from '../../serve/elicitationApprover.ts';
import { isSavedScript } from '../workspace/scriptName.ts';
import { answerMs } from '../settings.ts';
import type { EditorTrust } from '../servers/editorTrust.ts';
import { ConsentApprover, type ApprovalQuestions } from './consentApprover.ts';
import { ClientQuestions } from './clientQuestions.ts';
import { consentStorages } from './consentStorages.ts';
import { manageApprovals, revokeApprovals } from './manageApprovals.ts';
import { QuickPickQuestions } from './quickPickQuestions.ts';
import { ScriptDocuments } from './scriptDocuments.ts';

type ApprovalsContext = Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState' | 'globalStorageUri'>;

export class EditorApprovals implements vscode.Disposable {
  readonly consents: Consents;
  readonly #documents = new ScriptDocuments();
  readonly #turns: Mutex;
  readonly #trust: EditorTrust;

  /** `turns`: all that ask in this window take turns. */
  constructor({ workspaceState, globalState, globalStorageUri }: ApprovalsContext, turns: Mutex, trust: EditorTrust) {
    this.#turns = turns;
    this.#trust = trust;
    this.consents = new Consents(consentStorages({ workspaceState, globalState, globalStorage: globalStorageUri.fsPath }));
  }

  /** For scripts of a chat; `chat` is absent where it is not known which. */
  forChat(chat: string | undefined): Approver {
    const questions = new QuickPickQuestions((source) => this.#documents.add(source));
    return this.#approver(questions, { chat });
  }

  /** For scripts of a chat that is an MCP client of this window, and asks itself. */
  forClient(chat: string | undefined, ask: Ask | undefined): Approver {
    return this.#approver(new ClientQuestions(ask), { chat });
  }

  /** For a script in an editor. The question shows a copy of it: its editor may be covered by the question, or changed since. */
  forDocument(document: vscode.TextDocument): Approver {
    const questions = new QuickPickQuestions((source) => this.#documents.add(source));
    // The file of a saved script changes with its repository, and what was never saved has a name that the next such document gets.
    const isKept = !document.isUntitled && !isSavedScript(document.uri);
    return this.#approver(questions, isKept ? { file: document.uri.toString() } : {});
  }

  /** Takes back what is allowed of scripts in files that are gone, or others now; of folders, of all in them. */
  forgetFiles(files: readonly vscode.Uri[]): Promise<void> {
    return this.consents.forgetFiles(files.map(String));
  }

  /** Shows all that is allowed and trusted. */
  async manage(): Promise<void> {
    manageApprovals(this.consents, await this.#trust.loaded());
  }

  /** Takes back what is allowed of the tool. */
  revoke(tool: CatalogTool): Promise<void> {
    return revokeApprovals(this.consents, this.consents.of(tool));
  }

  dispose(): void {
    this.#documents.dispose();
  }

  #approver(questions: ApprovalQuestions, place: ConsentContext): Approver {
    return new ConsentApprover({ questions, place, turns: this.#turns, consents: this.consents, scopes: scopesOf(place), answerMs });
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
