// Connects everything that decides in this window whether scripts may write: the saved consents, the questions and the
// settings.
import * as vscode from 'vscode';
import type { CatalogTool } from '../../catalog/index.ts';
import type { Approver } from '../../engine/index.ts';
import type { Mutex } from '../../mcp/elicitation/index.ts';
import type { Ask } from '../../serve/index.ts';
import { isSavedScript } from '../workspace/scriptName.ts';
import { approvalTimeoutMs } from '../settings.ts';
import type { EditorTrust } from '../servers/editorTrust.ts';
import { ConsentApprover, type ApprovalQuestions } from './consentApprover.ts';
import { ClientQuestions } from './clientQuestions.ts';
import { Consents, type ConsentContext, type ConsentScope } from './consents.ts';
import { consentStorages } from './consentStorages.ts';
import { manageApprovals, revokeApprovals } from './manageApprovals.ts';
import { quickPickQuestions } from './quickPickQuestions.ts';
import { ScriptDocuments } from './scriptDocuments.ts';

export class EditorApprovals implements vscode.Disposable {
  readonly consents: Consents;
  readonly #documents = new ScriptDocuments();
  readonly #questions = quickPickQuestions((source) => this.#documents.add(source));
  readonly #turns: Mutex;
  readonly #trust: EditorTrust;

  /** `turns`: the mutex that all questions of this window share. */
  constructor(
    { workspaceState, globalState, globalStorageUri }: vscode.ExtensionContext,
    turns: Mutex,
    trust: EditorTrust,
  ) {
    this.#turns = turns;
    this.#trust = trust;
    this.consents = new Consents(
      consentStorages({ workspaceState, globalState, globalStorage: globalStorageUri.fsPath }),
    );
  }

  /** Returns the approver for scripts of a chat; `chat` is undefined if the chat is unknown. */
  forChat(chat: string | undefined): Approver {
    return this.#approver(this.#questions, { chat });
  }

  /** Returns the approver for scripts of a chat that is an MCP client of this window and asks its user itself. */
  forClient(chat: string | undefined, ask: Ask | undefined): Approver {
    return this.#approver(new ClientQuestions(ask), { chat });
  }

  /**
   * Returns the approver for a script in an editor. The question shows a copy of the code, because the question may
   * cover the editor and the code may have changed since.
   */
  forDocument(document: vscode.TextDocument): Approver {
    // Version control can replace the file of a saved script, and a later untitled document reuses the name of an
    // earlier one. So neither gets a consent for its file.
    const isKept = !document.isUntitled && !isSavedScript(document.uri);
    return this.#approver(this.#questions, isKept ? { file: document.uri.toString() } : {});
  }

  /** Revokes the consents for scripts in files that were deleted or replaced. A folder stands for all files in it. */
  forgetFiles(files: readonly vscode.Uri[]): Promise<void> {
    return this.consents.forgetFiles(files.map(String));
  }

  /** Shows all consents and all trusted servers and scripts. */
  async manage(): Promise<void> {
    manageApprovals(this.consents, await this.#trust.loaded());
  }

  /** Revokes the consents for the tool. */
  revoke(tool: CatalogTool): Promise<void> {
    return revokeApprovals(this.consents, this.consents.of(tool));
  }

  dispose(): void {
    this.#documents.dispose();
  }

  #approver(questions: ApprovalQuestions, place: ConsentContext): Approver {
    return new ConsentApprover({
      questions,
      place,
      turns: this.#turns,
      consents: this.consents,
      scopes: scopesOf(place),
      answerMs: approvalTimeoutMs,
    });
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
