// What this workspace's chats used of Code Mode, counted as it happens and stored where the terminal finds it (`code-mode stats`).
import * as vscode from 'vscode';
import { isOfAgent, UsageMeter, type MeteredCall } from '../../engine/usage/usageMeter.ts';
import { turnUsage, type CountedTurn } from '../../engine/usage/turnUsage.ts';
import { usageTotals, type UsageTotals } from '../../engine/usage/usageTotals.ts';
import { cachePaths } from '../../storage/cachePaths.ts';
import { UsageStore, type UsageDoor } from '../../storage/usageStore.ts';
import { plainText } from '../../text/plainText.ts';
import { agentInstructionTokens } from '../setup/agent.ts';
import type { Savings } from '../setup/savings.ts';

export class EditorUsage implements vscode.Disposable {
  readonly #savings: Savings;
  readonly #store: UsageStore;
  readonly #meter: UsageMeter;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(savings: Savings, log: vscode.LogOutputChannel) {
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    this.#savings = savings;
    this.#store = new UsageStore({ folder: folder && cachePaths(folder.uri.fsPath).usage, log: (line) => log.warn(plainText(line)) });
    this.#meter = new UsageMeter(this.#store, async () => {
      const { inRequest, asCodeMode } = await savings.now();
      return { asTools: inRequest, asCodeMode, agentInstructions: agentInstructionTokens };
    });
  }

  /** One call of `executeCode` or `findTools` in that chat. */
  begin(session: string): MeteredCall {
    const call = this.#meter.begin(session);
    return {
      ...call,
      ended: async (door, sent, answered) => {
        await call.ended(door, sent, answered);
        this.#changed.fire();
      },
    };
  }

  /** A request to one of our models: tokens of what the model behind was sent and wrote, and of what it would have been as it stood. */
  async addModelRequest(session: string, { ours, plain }: { readonly ours: number; readonly plain: number }): Promise<void> {
    await this.#store.add(session, 'provider', { requests: 1, ours, definitions: plain, servers: {} }, Date.now());
    this.#changed.fire();
  }

  /** A turn of `@code` in that chat. Never rejects. */
  async addTurn(session: string, turn: CountedTurn): Promise<void> {
    // Not to be found out where the window closes.
    const known = await this.#savings.now().catch(() => undefined);
    await this.#store.add(session, 'participant', turnUsage(turn, known?.inRequest ?? 0), Date.now());
    this.#changed.fire();
  }

  async totals(): Promise<UsageTotals> {
    return usageTotals(await this.#store.all());
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Settles when all is stored. */
  stored(): Promise<void> {
    return this.#store.dispose();
  }
}

/** Of a script in a chat; a search shows whose it is with the script that follows. */
export function chatDoorOf(code: unknown): UsageDoor | undefined {
  if (code === undefined) return undefined;
  return isOfAgent(code) ? 'agent' : 'chat';
}
