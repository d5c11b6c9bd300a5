// Announces to VS Code the MCP servers that this window offers its own chat. VS Code asks for the list at every start
// of a window, so the provider loads and starts nothing. VS Code resolves a server when a chat needs it, and only then
// a server begins to listen.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { mode, offersScripts } from '../settings.ts';

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

/** `memory`: the state of the workspace. */
export function offerChatServers(open: Open, memory: vscode.Memento) {
  const changed = new vscode.EventEmitter<void>();
  /** A new version for each window. With an old version VS Code would show the cached tools of the last window. */
  const version = randomUUID();
  const labels = () => chosenLabels(memory.get<boolean>(passedKey));
  let told = String(labels());
  /** Fires only if the list changed, because VS Code discards its data of the servers at each change event. */
  const refresh = () => {
    const now = String(labels());
    if (now !== told) changed.fire();
    told = now;
  };
  const definitionOf = (label: string, { uri, headers }: Address) =>
    new vscode.McpHttpServerDefinition(label, uri, headers, version);
  const offered = vscode.Disposable.from(
    changed,
    vscode.lm.registerMcpServerDefinitionProvider('codeMode.chat', {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => {
        const nowhere = { uri: vscode.Uri.from({ scheme: 'unix', path: '/code-mode' }), headers: {} };
        return labels().map((label) => definitionOf(label, nowhere));
      },
      resolveMcpServerDefinition: async ({ label }: vscode.McpHttpServerDefinition) =>
        definitionOf(label, await (await open()).address(label)),
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('codeMode')) refresh();
      // A tool that was just excluded may be the first one to pass through, so the session looks at the tools again.
      const choosing = ['codeMode.excludedTools', 'codeMode.direct'];
      if (choosing.some((setting) => event.affectsConfiguration(setting))) void open();
    }),
  );
  return {
    /** `any`: true if there is a tool to pass through now. */
    passes: (any: boolean) => {
      if (memory.get<boolean>(passedKey) === any) return;
      void memory.update(passedKey, any);
      refresh();
    },
    dispose: () => void offered.dispose(),
  };
}

/**
 * Returns the servers that the settings select. Only the mode `hybrid` passes tools through; the modes `tools` and
 * `off` offer no server. `passed`: undefined if it is not known yet if there are tools to pass through.
 */
function chosenLabels(passed: boolean | undefined): readonly string[] {
  const settings = vscode.workspace.getConfiguration('codeMode', null);
  const scripts = offersScripts() && settings.get('chatTools') === 'server';
  const passes = mode() === 'hybrid' && (passed ?? String(settings.get('excludedTools') ?? '') !== '');
  return [...(scripts ? [codeModeLabel] : []), ...(passes ? [passthroughLabel] : [])];
}
