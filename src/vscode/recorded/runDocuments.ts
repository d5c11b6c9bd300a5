// Provides the code and the result of a recorded run as read-only documents.
import * as vscode from 'vscode';
import { isRunId, type RunStore } from '../../journal/index.ts';
import { whyNoValue, type PagedValues } from '../../journal/values/index.ts';
import { shownCodeInSlices } from '../consent/shownCodeInSlices.ts';

const scheme = 'code-mode-run';
const files = { code: 'code.ts', result: 'result.json' } as const;

export async function showRunDocument(id: string, what: keyof typeof files): Promise<void> {
  const uri = vscode.Uri.from({ scheme, path: `/${id}/${files[what]}` });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

export function provideRunDocuments(runs: Pick<RunStore, 'read'>, values: PagedValues): vscode.Disposable {
  const closing = new AbortController();
  const provideTextDocumentContent = async ({ path }: vscode.Uri) => {
    const [, id, file] = path.split('/');
    const record = isRunId(id) ? await runs.read(id) : undefined;
    if (!record) return '// This run is no longer recorded.\n';
    const isCode = file === files.code;
    const value = isCode ? record.code : record.value;
    if (!value) return 'null\n';
    const part = isCode ? ({ kind: 'text', path: [] } as const) : ({ kind: 'json' } as const);
    const answer = await values.ask(value, part, closing.signal);
    if (answer.kind !== 'text') return `// ${whyNoValue(answer)}\n`;
    return isCode ? shownCodeInSlices(answer.text) : `${answer.text}\n`;
  };
  return vscode.Disposable.from(
    { dispose: () => closing.abort() },
    vscode.workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent }),
  );
}
