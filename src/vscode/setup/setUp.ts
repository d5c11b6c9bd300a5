// Implements _Code Mode: Set Up_. It shows the tokens that Code Mode saves for the models of this window, the agent and
// a first question. It writes settings only with the user's consent, and can restore them.
import * as vscode from 'vscode';
import type { EditorMcpServers } from '../servers/editorMcpServers.ts';
import { whileCancellable } from '../cancellation.ts';
import { agentName, defaultAgentSetting, firstQuestion, type AgentScope } from '../usage/agent.ts';
import { DefaultAgent } from './defaultAgent.ts';
import { advisesTools, type UsageTotals } from '../../engine/index.ts';
import type { EditorUsage } from '../usage/editorUsage.ts';
import { idleHint } from '../views/usageRows.ts';
import { mode, offersScripts, openMachineSetting } from '../settings.ts';
import type { Savings, WindowSavings } from '../usage/savings.ts';
import {
  costText,
  onlyCodeModeText,
  openChatText,
  projectCommand,
  withoutExtensionToolsText,
} from './setUpTexts.ts';

const walkthrough = 'code-mode.code-mode#setUp';

type Step = vscode.QuickPickItem & { readonly act: () => unknown };

export class SetUp {
  readonly #servers: EditorMcpServers;
  readonly #savings: Savings;
  readonly #usage: EditorUsage;
  readonly #default: DefaultAgent;

  constructor(
    servers: EditorMcpServers,
    savings: Savings,
    usage: EditorUsage,
    states: ConstructorParameters<typeof DefaultAgent>[0],
  ) {
    this.#servers = servers;
    this.#savings = savings;
    this.#usage = usage;
    this.#default = new DefaultAgent(states);
  }

  /** Shows the steps. First starts the servers whose tools are unknown, because the tools determine the cost. */
  async run(): Promise<void> {
    const definitions = await this.#servers.source.definitions();
    // A server that waits for trust has no tools to count.
    if (this.#servers.trust.isWaiting) await this.#servers.trust.review();
    await whileCancellable(vscode.l10n.t('Asking MCP servers for their tools'), (signal) =>
      // The view shows the failure of a server.
      this.#servers.source.discoverAll(signal).catch(() => undefined),
    );
    const [savings, totals] = await Promise.all([this.#savings.now(), this.#usage.totals()]);
    const { written } = this.#default;
    const undo: Step | undefined = written && {
      label: vscode.l10n.t('$(discard) Restore the Default Agent'),
      detail: vscode.l10n.t(
        'Removes the setting that Code Mode added to {0} settings',
        written === 'workspace' ? vscode.l10n.t("this workspace's") : 'your',
      ),
      act: () => this.#default.undo(written),
    };
    const addServer: Step = {
      label: vscode.l10n.t('$(add) Add Server…'),
      detail: vscode.l10n.t('No MCP servers are defined in this workspace or in your profile'),
      act: () => vscode.commands.executeCommand('codeMode.addServer'),
    };
    const turnOn: Step = {
      label: vscode.l10n.t('$(settings) Turn Code Mode On Here…'),
      detail: vscode.l10n.t('Opens the setting codeMode.mode'),
      act: openMode,
    };
    const steps: readonly Step[] = [
      ...(definitions.length === 0 ? [addServer] : []),
      ...(offersScripts() ? this.#steps(savings, totals, undo) : [turnOn, ...(undo ? [undo] : [])]),
      {
        label: vscode.l10n.t('$(book) Open the Walkthrough'),
        act: () => vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough),
      },
    ];
    // The list opens when the servers have answered, so the focus may be elsewhere by then.
    const options = {
      title: vscode.l10n.t('Code Mode: Set Up'),
      placeHolder: offersScripts() ? costText(savings) : notOffered(),
      ignoreFocusOut: true,
    };
    const chosen = await vscode.window.showQuickPick(steps, options);
    await chosen?.act();
  }

  /** Returns the steps for a mode that offers scripts to chats. */
  #steps(savings: WindowSavings, totals: UsageTotals, undo: Step | undefined): readonly Step[] {
    const { tools, saved, searchesTools } = savings;
    const isCostly = !searchesTools && tools > 0 && saved < 0;
    const hint = isCostly
      ? vscode.l10n.t('Code Mode costs more tokens than these few tools.')
      : advisesTools(totals)
        ? idleHint(totals)
        : undefined;
    return [
      {
        label: vscode.l10n.t('$(comment-discussion) Open a Chat with Code Mode'),
        detail: openChatText(savings),
        act: () => this.openChat(),
      },
      {
        label: vscode.l10n.t('$(lightbulb) Ask a First Question'),
        detail: vscode.l10n.t('Writes "{0}" into a chat; you send it', firstQuestion),
        act: () => this.askFirstQuestion(),
      },
      undo ?? {
        label: vscode.l10n.t('$(pin) Make Code Mode the Default Agent…'),
        detail: vscode.l10n.t('Sets {0} for this workspace or for all', defaultAgentSetting),
        act: () => this.onlyCodeMode(),
      },
      {
        label: vscode.l10n.t('$(question) Chat Lacks executeCode Here…'),
        detail: vscode.l10n.t(
          'For the Agents window and some remote windows, whose chat leaves out the tools of extensions',
        ),
        act: () => this.withoutExtensionTools(),
      },
      ...(hint === undefined
        ? []
        : [
            {
              label: vscode.l10n.t('$(settings) Turn Code Mode Off Here…'),
              detail: vscode.l10n.t('{0} Opens the setting codeMode.mode', hint),
              act: openMode,
            },
          ]),
    ];
  }

  /** `prompt`: the text that the chat begins with. */
  async openChat(prompt?: { readonly query: string; readonly isPartialQuery: boolean }): Promise<void> {
    if (!offersScripts()) return offerMode();
    await vscode.commands.executeCommand('workbench.action.chat.open', { mode: agentName, ...prompt });
  }

  askFirstQuestion(): Promise<void> {
    return this.openChat({ query: firstQuestion, isPartialQuery: true });
  }

  /** Makes Code Mode the default agent if VS Code has a setting for it, and tells the user the remaining steps. */
  async onlyCodeMode(): Promise<void> {
    if (!offersScripts()) return offerMode();
    const isFolderOpen = (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
    const scopes: readonly (vscode.MessageItem & { readonly scope?: AgentScope })[] = this.#default.isKnown
      ? [
          ...(isFolderOpen
            ? [{ title: vscode.l10n.t('For This Workspace'), scope: 'workspace' as const }]
            : []),
          { title: vscode.l10n.t('For All Workspaces'), scope: 'user' },
        ]
      : [{ title: vscode.l10n.t('Open a Chat with Code Mode') }];
    const detail = onlyCodeModeText(this.#default.isKnown);
    const chosen = await vscode.window.showInformationMessage(
      vscode.l10n.t('Make Code Mode the default agent?'),
      { modal: true, detail },
      ...scopes,
    );
    if (!chosen) return;
    if (chosen.scope) await this.#default.write(chosen.scope);
    await this.openChat();
    if (chosen.scope) void this.#offerUndo(chosen.scope);
  }

  /** Explains how an MCP server provides the same two tools, in this window and in the Agents window. */
  async withoutExtensionTools(): Promise<void> {
    const [open, copy] = [vscode.l10n.t('Open Settings'), vscode.l10n.t('Copy Command')];
    const options = { modal: true, detail: withoutExtensionToolsText };
    const chosen = await vscode.window.showInformationMessage(
      vscode.l10n.t('Use Code Mode where chat lacks the tools of extensions?'),
      options,
      open,
      copy,
    );
    if (chosen === open) await openMachineSetting('codeMode.chatTools');
    if (chosen === copy) await vscode.env.clipboard.writeText(projectCommand);
  }

  async #offerUndo(scope: AgentScope): Promise<void> {
    const [message, undo] = [vscode.l10n.t('New chats start in Code Mode.'), vscode.l10n.t('Undo')];
    if ((await vscode.window.showInformationMessage(message, undo)) === undo) await this.#default.undo(scope);
  }
}

/** Returns the text for a mode in which VS Code offers neither the agent nor its tools. */
function notOffered(): string {
  return vscode.l10n.t('Code Mode is turned off in chat: codeMode.mode is "{0}".', mode());
}

async function offerMode(): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  if ((await vscode.window.showInformationMessage(notOffered(), open)) === open) await openMode();
}

function openMode(): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.openSettings', 'codeMode.mode');
}
