// What a tool is, as a document that can be read and not changed: Enter on its row opens it.
import * as vscode from 'vscode';
import type { Declarations } from '../../declarations/declarations.ts';
import { shownText } from '../../base/text/plainText.ts';
import { toolRow, withheldRow } from './rowTexts.ts';
import type { ToolRow, WithheldRow } from './serversView.ts';
import type { DefinitionTokens } from '../../catalog/definitionTokens.ts';
import { setNewest } from '../../base/setNewest.ts';

const scheme = 'code-mode-tool';
const mostKept = 50;
/** In characters. */
const longest = 100_000;

export class ToolExplanations implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #declarations: Pick<Declarations, 'tool'>;
  readonly #tokens: DefinitionTokens;
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;

  constructor(declarations: Pick<Declarations, 'tool'>, tokens: DefinitionTokens) {
    this.#declarations = declarations;
    this.#tokens = tokens;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** Of a saved script its file. */
  async show(row: ToolRow | WithheldRow): Promise<void> {
    const script = row.kind === 'tool' ? row.tool.script : undefined;
    const uri = script ? vscode.Uri.file(script.file) : this.#add(row.tool.path, await this.#textOf(row));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#texts.get(uri.toString());
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #add(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${path.replaceAll(/[^\w.]/g, '_').slice(0, 100)} ${this.#texts.size + 1}.ts` });
    const known = [...this.#texts].find(([, shown]) => shown === text)?.[0];
    if (known !== undefined) return vscode.Uri.parse(known);
    setNewest(this.#texts, uri.toString(), text, mostKept);
    return uri;
  }

  async #textOf(row: ToolRow | WithheldRow): Promise<string> {
    const { tooltip } = row.kind === 'tool' ? toolRow(row.tool, this.#tokens) : withheldRow(row.tool);
    const { server } = row;
    const lines = [...tooltip, `Server: ${server.name} (${server.origin})`].flatMap((line) => line.split('\n'));
    const said = lines.map((line) => `// ${line}`).join('\n');
    const declared = row.kind === 'tool' ? `\n\n${(await this.#declarations.tool(row.tool)).text}` : '';
    return shownText(`${said}${declared}\n`, longest);
  }
}
