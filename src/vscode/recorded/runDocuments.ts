// Provides the code and the result of a recorded run as read-only documents.
import * as vscode from 'vscode';
import { isRunId, type RunStore } from '../../journal/index.ts';
import { whyNoValue, type PagedValues } from '../../journal/values/index.ts';
import { shownCodeInSlices } from '../consent/shownCodeInSlices.ts';

const scheme = 'code-mode-run';
const files = { code: 'code.ts', result: 'result.json' } as const;

export class RunDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #runs: Pick<RunStore, 'read'>;
  readonly #values: PagedValues;
  readonly #registration: vscode.Disposable;
  readonly #closing = new AbortController();

  constructor(runs: Pick<RunStore, 'read'>, values: PagedValues) {
    this.#runs = runs;
    this.#values = values;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async show(id: string, what: keyof typeof files): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${id}/${files[what]}` });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  async provideTextDocumentContent({ path }: vscode.Uri): Promise<string> {
    const [, id, file] = path.split('/');
    const record = isRunId(id) ? await this.#runs.read(id) : undefined;
    if (!record) return '// This run is no longer recorded.\n';
    const isCode = file === files.code;
    const value = isCode ? record.code : record.value;
    if (!value) return 'null\n';
    const answer = await this.#values.ask(
      value,
      isCode ? { kind: 'text', path: [] } : { kind: 'json' },
      this.#closing.signal,
    );
    if (answer.kind !== 'text') return `// ${whyNoValue(answer)}\n`;
    return isCode ? shownCodeInSlices(answer.text) : `${answer.text}\n`;
  }

  dispose(): void {
    this.#closing.abort();
    this.#registration.dispose();
  }
}
