// Manages the user's trust in this window's workspace, and asks one question about everything new in it. Before the
// answer, no server starts and none gets the value of a variable.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import {
  TrustStore,
  type DefinitionTrust,
  type TrustedItem,
  type WaitingItem,
} from '../../mcp/definitions/index.ts';
import type { Mutex } from '../../mcp/elicitation/index.ts';
import type { ScriptTrust } from '../../engine/savedScripts/index.ts';
import { pickAnswer } from '../elicitation/questionPick.ts';
import { approvingFolders } from './editorDefinitions.ts';
import {
  isShowable,
  noticeText,
  tooLongText,
  trustRows,
  trustTitle,
  type TrustAnswer,
  type TrustRow,
} from './trustQuestion.ts';

/** Maximum number of servers and scripts in one question. After a yes, the others are asked about. */
const mostAsked = 50;
/** Time in milliseconds within which found servers and scripts are announced together. */
const togetherMs = 300;
const command = 'Code Mode: Trust Servers and Scripts…';

interface TrustParts {
  /** Mutex that all questions of this window share. */
  readonly turns: Mutex;
  /** Called after approvals have changed; resolves when they are in effect. */
  readonly changed: () => Promise<void>;
}

export class EditorTrust implements DefinitionTrust, ScriptTrust, vscode.Disposable {
  readonly scriptAdvice = `Ask the user to trust them with the command "${command}".`;
  readonly #parts: TrustParts;
  readonly #store = new TrustStore();
  #servers: readonly WaitingItem[] = [];
  #scripts: readonly WaitingItem[] = [];
  /** Hashes of the servers and scripts that were announced in this window. */
  readonly #announced = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: TrustParts) {
    this.#parts = parts;
  }

  isApproved({ hash }: { readonly hash: string }): boolean {
    return this.#store.isApproved(hash);
  }

  advice(_server: string): string {
    return `Ask the user to trust it with the command "${command}", or in the view Servers & Tools; then try again.`;
  }

  /** Everything that the user trusts in this workspace. */
  get items(): readonly TrustedItem[] {
    return this.#store.items;
  }

  /** Reads the stored approvals. */
  async loaded(): Promise<this> {
    await this.#store.load(approvingFolders());
    return this;
  }

  /** Stores the definitions that wait for trust, and announces new ones. */
  serversWait(servers: readonly WaitingItem[]): void {
    this.#servers = servers;
    this.#announceSoon();
  }

  /**
   * Stores the saved scripts that wait for trust, and announces new ones. A trusted script that was edited is not
   * announced with each change, but when it is used.
   */
  scriptsWait(scripts: readonly WaitingItem[]): void {
    this.#scripts = scripts;
    const edited = scripts.filter(({ origin }) => this.items.some((item) => item.origin === origin));
    for (const { hash } of edited) this.#announced.add(hash);
    this.#announceSoon();
  }

  /** Approves without a question a script that the user has just made in this window. */
  async approveOwn(script: WaitingItem): Promise<void> {
    await this.#store.approve([script]);
    await this.#parts.changed();
  }

  async revoke(items: readonly TrustedItem[]): Promise<void> {
    await this.#store.revoke(items);
    for (const { hash } of items) this.#announced.add(hash);
    await this.#parts.changed();
  }

  /** True if a server waits for the user's trust. */
  get isWaiting(): boolean {
    return this.#servers.length > 0;
  }

  /** Asks about everything that waits for trust, or about one server. */
  async review(server?: string): Promise<void> {
    const waiting = [...this.#servers, ...this.#scripts];
    const asked = server === undefined ? waiting : this.#servers.filter(({ name }) => name === server);
    if (asked.length === 0)
      return void vscode.window.showInformationMessage(
        vscode.l10n.t('No server or script waits for your trust.'),
      );
    for (const { hash } of asked) this.#announced.add(hash);
    const tooLong = asked.filter((request) => !isShowable(request));
    if (tooLong.length > 0) void vscode.window.showWarningMessage(tooLongText(tooLong));
    const shown = asked.filter(isShowable);
    for (let start = 0; start < shown.length; start += mostAsked)
      if ((await this.#askInTurn(shown.slice(start, start + mostAsked))) === 'notNow') return;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #askInTurn(requests: readonly WaitingItem[]): Promise<TrustAnswer | undefined> {
    const answer = await this.#parts.turns.run(() =>
      pickAnswer<TrustRow, TrustAnswer>({
        title: trustTitle(requests),
        placeholder: vscode.l10n.t('Below is all that would start, and what it would be given'),
        rows: trustRows(requests, ({ origin }) => vscode.workspace.asRelativePath(origin)),
        closed: 'notNow',
        answerOf: (row) => row.answer,
      }),
    );
    if (answer === 'choose') for (const request of requests) await this.#askInTurn([request]);
    if (answer === 'trust') {
      await this.#store.approve(requests);
      await this.#parts.changed();
    }
    return answer;
  }

  #announceSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#announce(), togetherMs);
  }

  async #announce(): Promise<void> {
    const fresh = [...this.#servers, ...this.#scripts].filter(({ hash }) => !this.#announced.has(hash));
    if (fresh.length === 0) return;
    for (const { hash } of fresh) this.#announced.add(hash);
    const folders = [...new Set(fresh.map(({ folder }) => basename(folder)))];
    const [review, notNow] = [vscode.l10n.t('Review…'), vscode.l10n.t('Not Now')];
    const message = noticeText(fresh, this.items, folders.join(vscode.l10n.t(' and ')));
    if ((await vscode.window.showInformationMessage(message, review, notNow)) === review) await this.review();
  }
}
