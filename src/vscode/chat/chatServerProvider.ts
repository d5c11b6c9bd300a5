// Tells VS Code of the MCP servers that this window offers its own chat. It is asked at every start of a window, so that it loads and
// starts nothing; VS Code resolves a server when a chat needs it, and only then somebody listens.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { readMode } from '../../routing/readRules.ts';
import { defaultRules } from '../../routing/routing.ts';

export const codeModeLabel = 'code-mode';
const passthroughLabel = 'code-mode-tools';

/** Whether there were tools to pass through when this workspace was last looked at. */
const passedKey = 'codeMode.passesTools';

export interface Address {
  readonly uri: vscode.Uri;
  readonly headers: Record<string, string>;
}

/** Who listens, once something has to. */
export interface Addresses {
  /** Where the server of this label is reached, from now on until the window closes. */
  address(label: string): Promise<Address>;
}

export class ChatServerProvider implements vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition>, vscode.Disposable {
  readonly #open: () => Promise<Addresses>;
  readonly #memory: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  /** With an old one VS Code would show tools of the last window. */
  readonly #version = randomUUID();
  readonly #settings: vscode.Disposable;
  #told: string;
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  /** `memory`: of the workspace. */
  constructor(open: () => Promise<Addresses>, memory: vscode.Memento) {
    this.#open = open;
    this.#memory = memory;
    this.#told = String(this.#labels());
    this.#settings = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('codeMode')) return;
      this.#refresh();
      // What is excluded now may be the first that is passed through.
      if (event.affectsConfiguration('codeMode.excludedTools') || event.affectsConfiguration('codeMode.direct')) void open();
    });
  }

  provideMcpServerDefinitions(): vscode.McpHttpServerDefinition[] {
    const nowhere = vscode.Uri.from({ scheme: 'unix', path: '/code-mode' });
    return this.#labels().map((label) => new vscode.McpHttpServerDefinition(label, nowhere, {}, this.#version));
  }

  async resolveMcpServerDefinition(definition: vscode.McpHttpServerDefinition): Promise<vscode.McpHttpServerDefinition> {
    const { uri, headers } = await (await this.#open()).address(definition.label);
    return new vscode.McpHttpServerDefinition(definition.label, uri, headers, this.#version);
  }

  /** Whether there is a tool to pass through now. */
  passes(any: boolean): void {
    if (this.#memory.get<boolean>(passedKey) === any) return;
    void this.#memory.update(passedKey, any);
    this.#refresh();
  }

  dispose(): void {
    this.#settings.dispose();
    this.#changed.dispose();
  }

  /** VS Code lets go of what it has of a server when it hears of a change. */
  #refresh(): void {
    const labels = String(this.#labels());
    if (labels !== this.#told) this.#changed.fire();
    this.#told = labels;
  }

  /** Tools are passed through in the mode `hybrid` alone; `tools` and `off` leave nothing of ours in the chat. */
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
