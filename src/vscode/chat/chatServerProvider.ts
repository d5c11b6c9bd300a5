// Announces to VS Code the MCP servers that this window offers its own chat. VS Code asks for the list at every start
// of a window, so the provider loads and starts nothing. VS Code resolves a server when a chat needs it, and only then
// a server begins to listen.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { readMode, defaultRules } from '../../catalog/index.ts';

export const codeModeLabel = 'code-mode';
const passthroughLabel = 'code-mode-tools';

/** Memento key of a boolean: true if there were tools to pass through at the last look at this workspace. */
const passedKey = 'codeMode.passesTools';

export interface Address {
  readonly uri: vscode.Uri;
  readonly headers: Record<string, string>;
}

/** Loads the servers, which begin to listen when their address is asked for. */
type Open = () => Promise<{ readonly address: (label: string) => Promise<Address> }>;

export class ChatServerProvider
  implements vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition>, vscode.Disposable
{
  readonly #open: Open;
  readonly #memory: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  /** A new version for each window. With an old version VS Code would show the cached tools of the last window. */
  readonly #version = randomUUID();
  readonly #settings: vscode.Disposable;
  #told: string;
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  /** `memory`: the state of the workspace. */
  constructor(open: Open, memory: vscode.Memento) {
    this.#open = open;
    this.#memory = memory;
    this.#told = String(this.#labels());
    this.#settings = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('codeMode')) return;
      this.#refresh();
      // A tool that was just excluded may be the first one to pass through, so the session looks at the tools again.
      if (
        event.affectsConfiguration('codeMode.excludedTools') ||
        event.affectsConfiguration('codeMode.direct')
      )
        void open();
    });
  }

  provideMcpServerDefinitions(): vscode.McpHttpServerDefinition[] {
    const nowhere = vscode.Uri.from({ scheme: 'unix', path: '/code-mode' });
    return this.#labels().map(
      (label) => new vscode.McpHttpServerDefinition(label, nowhere, {}, this.#version),
    );
  }

  async resolveMcpServerDefinition(
    definition: vscode.McpHttpServerDefinition,
  ): Promise<vscode.McpHttpServerDefinition> {
    const { uri, headers } = await (await this.#open()).address(definition.label);
    return new vscode.McpHttpServerDefinition(definition.label, uri, headers, this.#version);
  }

  /** `any`: true if there is a tool to pass through now. */
  passes(any: boolean): void {
    if (this.#memory.get<boolean>(passedKey) === any) return;
    void this.#memory.update(passedKey, any);
    this.#refresh();
  }

  dispose(): void {
    this.#settings.dispose();
    this.#changed.dispose();
  }

  /** Fires only if the list changed, because VS Code discards its data of the servers at each change event. */
  #refresh(): void {
    const labels = String(this.#labels());
    if (labels !== this.#told) this.#changed.fire();
    this.#told = labels;
  }

  /**
   * Returns the servers that the settings select. Only the mode `hybrid` passes tools through; the modes `tools` and
   * `off` offer no server.
   */
  #labels(): readonly string[] {
    const mode = readMode(settings().get('mode')) ?? defaultRules.mode;
    const scripts = mode !== 'tools' && mode !== 'off' && settings().get('chatTools') === 'server';
    const passes = mode === 'hybrid' && this.#passes();
    return [...(scripts ? [codeModeLabel] : []), ...(passes ? [passthroughLabel] : [])];
  }

  #passes(): boolean {
    return this.#memory.get<boolean>(passedKey) ?? String(settings().get('excludedTools') ?? '') !== '';
  }
}

function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('codeMode');
}
