// Counts how the chats of this workspace use Code Mode. Each use is stored at once, where the terminal finds it
// (`code-mode stats`).
import * as vscode from 'vscode';
import {
  UsageMeter,
  usageTotals,
  type MeteredCall,
  type Spared,
  type SparedCalls,
  type UsageTotals,
} from '../../engine/index.ts';
import { UsageStore, type Used, type UsageDoor } from '../../engine/stores/index.ts';
import { cachePaths } from '../../base/files/cachePaths.ts';
import { plainText } from '../../base/text/plainText.ts';
import { agentInstructionTokens, isOfAgent } from './agent.ts';
import type { Savings } from './savings.ts';
import { turnDefinitions, turnRequests, type CountedTurn } from './turnUsage.ts';

export class EditorUsage implements vscode.Disposable {
  readonly #savings: Savings;
  readonly #store: UsageStore;
  readonly #meter: UsageMeter;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(savings: Savings, log: vscode.LogOutputChannel) {
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    this.#savings = savings;
    this.#store = new UsageStore({
      folder: folder && cachePaths(folder.uri.fsPath).usage,
      log: (line) => log.warn(plainText(line)),
    });
    this.#meter = new UsageMeter({ add: (...usage) => this.#add(...usage) }, async () => {
      const { saved, searchesTools } = await savings.now();
      // VS Code does not tell which model of the window calls.
      return searchesTools ? 0 : saved - agentInstructionTokens;
    });
  }

  /** Begins to measure one call of `executeCode` or `findTools` in this chat. */
  begin(session: string): MeteredCall {
    return this.#meter.begin(session);
  }

  /** Counts a request to a Code Mode model. `definitions`: tokens of definitions that its model did not receive. */
  addModelRequest(session: string, definitions: number): Promise<void> {
    return this.#count(session, 'provider', { requests: 1, definitions });
  }

  /** Counts an ended script of a Code Mode model. */
  addModelScript(session: string, spared: Spared): Promise<void> {
    return this.#count(session, 'provider', spared);
  }

  /** Counts a script of a turn of `@code`. `read`: bytes of its result, as the model received it. */
  addTurnScript(session: string, calls: SparedCalls, read: number): Promise<void> {
    return this.#count(session, 'participant', { servers: calls.servers, ...calls.spared(read) });
  }

  /** Counts a turn of `@code` in this chat. `searchesTools`: result of `hasToolSearch` for its model. Never rejects. */
  async addTurn(session: string, turn: CountedTurn, searchesTools: boolean): Promise<void> {
    // The savings cannot be computed while the window closes.
    const known = searchesTools ? undefined : await this.#savings.now().catch(() => undefined);
    const definitions = known ? turnDefinitions(turn, known.inRequest) : 0;
    await this.#count(session, 'participant', { requests: turnRequests(turn), definitions });
  }

  async totals(): Promise<UsageTotals> {
    return usageTotals(await this.#store.all());
  }

  #count(session: string, door: UsageDoor, used: Partial<Used>): Promise<void> {
    const all = { requests: 0, definitions: 0, servers: {}, sparedCalls: 0, unreadBytes: 0, ...used };
    return this.#add(session, door, all, Date.now());
  }

  async #add(...usage: Parameters<UsageStore['add']>): Promise<void> {
    await this.#store.add(...usage);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Resolves when all counts are stored. */
  stored(): Promise<void> {
    return this.#store.dispose();
  }
}

/** Returns the kind of chat that sent a script. A search has none: its kind is that of the script that follows. */
export function chatDoorOf(code: unknown): UsageDoor | undefined {
  if (code === undefined) return undefined;
  return isOfAgent(code) ? 'agent' : 'chat';
}
