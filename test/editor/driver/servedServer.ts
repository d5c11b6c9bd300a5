// An MCP server that a test names by its command line, for VS Code's own client: one from `mcp.json` would wait for a person's trust.
import * as vscode from 'vscode';

export class ServedServer implements vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #registered: vscode.Disposable;
  #definitions: vscode.McpStdioServerDefinition[] = [];
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  constructor() {
    this.#registered = vscode.Disposable.from(
      vscode.lm.registerMcpServerDefinitionProvider('codeModeTest.served', this),
      vscode.commands.registerCommand('codeModeTest.serve', (args: string[], cwd: vscode.Uri) => {
        const served = new vscode.McpStdioServerDefinition('served', process.execPath, args);
        served.cwd = cwd;
        this.#definitions = [served];
        this.#changed.fire();
      }),
    );
  }

  provideMcpServerDefinitions(): vscode.McpStdioServerDefinition[] {
    return this.#definitions;
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}
