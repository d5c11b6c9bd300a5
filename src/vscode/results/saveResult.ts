// Writes a result, a part of one or a picture into a file that the user chooses.
import * as vscode from 'vscode';
import type { ValueAnswer, ValueQuery } from '../../runs/valueQueries.ts';
import type { FromResult } from '../../webview/result/resultMessages.ts';
import { whyNot } from './resultFeed.ts';

type SaveMessage = Extract<FromResult, { readonly type: 'save' }>;

/** Gives a sentence where it did not come to a file; undefined also where the user chose none. */
export async function saveResult(
  { path, format, filter, sort, source }: SaveMessage,
  script: vscode.Uri,
  ask: (query: ValueQuery) => Promise<ValueAnswer>,
): Promise<string | undefined> {
  const query: ValueQuery =
    format === 'value' ? { kind: 'media', path } : { kind: 'tableText', path, format, filter, ...(sort && { sort }) };
  let answer = await ask(query);
  const isText = answer.kind === 'none' && (await isString(ask, path));
  if (answer.kind === 'none' && format === 'value') answer = await ask({ kind: 'text', path });
  if (answer.kind !== 'text' && answer.kind !== 'media') return `Nothing was saved. ${whyNot(answer)}`;
  const ending =
    answer.kind === 'media' ? endingOf(answer.mimeType) : { csv: 'csv', markdown: 'md', value: isText ? 'txt' : 'json' }[format];
  const name = script.path.split('/').at(-1)?.replace(/\.ts$/, '') ?? 'script';
  const what = source.of === 'value' ? 'result' : source.of;
  const folder = vscode.workspace.getWorkspaceFolder(script)?.uri ?? vscode.Uri.joinPath(script, '..');
  const file = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, `${name}.${what}.${ending}`),
    filters: { [ending.toUpperCase()]: [ending] },
    title: 'Save Result',
  });
  if (!file) return undefined;
  const bytes = answer.kind === 'media' ? Buffer.from(answer.base64, 'base64') : Buffer.from(answer.text);
  try {
    await vscode.workspace.fs.writeFile(file, bytes);
    return undefined;
  } catch (error) {
    return `${vscode.workspace.asRelativePath(file)} was not written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function isString(ask: (query: ValueQuery) => Promise<ValueAnswer>, path: readonly number[]): Promise<boolean> {
  const answer = await ask({ kind: 'members', path, from: 0, count: 0 });
  return answer.kind === 'members' && answer.self.kind === 'string';
}

/** `image/svg+xml` as `svg`. */
function endingOf(mimeType: string): string {
  const kind = mimeType.split('/')[1]?.replace(/^x-|\+xml$/g, '') ?? 'bin';
  return { jpeg: 'jpg', mpeg: 'mp3', wave: 'wav' }[kind] ?? kind;
}
