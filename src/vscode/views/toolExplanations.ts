// Shows the documentation of a tool in VS Code's Markdown preview. Enter on the tool's row opens it.
import * as vscode from 'vscode';
import type { Declarations } from '../../declarations/index.ts';
import { toolRow, withheldRow } from './rowTexts.ts';
import { toolPage } from './toolPage.ts';
import type { ToolRow, WithheldRow } from './serversView.ts';
import type { DefinitionTokens } from '../../catalog/index.ts';
import { setNewest } from '../../base/setNewest.ts';

const scheme = 'code-mode-tool';
const mostKept = 50;

export class ToolExplanations implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #declarations: Pick<Declarations, 'tool'>;
  readonly #tokens: DefinitionTokens;
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #count = 0;

  constructor(declarations: Pick<Declarations, 'tool'>, tokens: DefinitionTokens) {
    this.#declarations = declarations;
    this.#tokens = tokens;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** Opens the file of a saved script, and the documentation of any other tool. */
  async show(row: ToolRow | WithheldRow): Promise<void> {
    const script = row.kind === 'tool' ? row.tool.script : undefined;
    if (script) await vscode.window.showTextDocument(vscode.Uri.file(script.file), { preview: true });
    else
      await vscode.commands.executeCommand(
        'markdown.showPreview',
        this.#add(row.tool.path, await this.#textOf(row)),
      );
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#texts.get(uri.toString());
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #add(path: string, text: string): vscode.Uri {
    const name = path.replaceAll(/[^\w.]/g, '_').slice(0, 100);
    const known = [...this.#texts].find(([, shown]) => shown === text)?.[0];
    if (known !== undefined) return vscode.Uri.parse(known);
    // The preview keeps the first text of an address, so each text has its own.
    const uri = vscode.Uri.from({ scheme, path: `/${name}.md`, query: String((this.#count += 1)) });
    setNewest(this.#texts, uri.toString(), text, mostKept);
    return uri;
  }

  async #textOf(row: ToolRow | WithheldRow): Promise<string> {
    const { tooltip } = row.kind === 'tool' ? toolRow(row.tool, this.#tokens) : withheldRow(row.tool);
    const { server } = row;
    const [, ...facts] = [...tooltip, `Server: ${server.name} (${server.origin})`].flatMap((line) =>
      line.split('\n'),
    );
    const { path } = row.tool;
    if (row.kind === 'withheld') return toolPage({ path, facts });
    const { whole: declaration } = await this.#declarations.tool(row.tool);
    return toolPage({ path, facts, call: { declaration, inputSchema: row.tool.inputSchema } });
  }
}
