// Writes a result, a part of a result or a picture into a file that the user chooses.
import * as vscode from 'vscode';
import { whyNoValue, type ValueAnswer, type ValueQuery } from '../../journal/values/index.ts';
import type { FromPage } from '../pages/run/runMessages.ts';
import { errorMessage } from '../../base/errorMessage.ts';

type SaveMessage = Extract<FromPage, { readonly type: 'save' }>;

type Ask = (query: ValueQuery) => Promise<ValueAnswer>;

/** Resolves to an error message if nothing was saved; to undefined if the file was written or the user chose none. */
export async function saveResult(
  message: SaveMessage,
  script: vscode.Uri,
  ask: Ask,
): Promise<string | undefined> {
  return message.format === 'table' ? saveTable(message, script, ask) : saveValue(message, script, ask);
}

/** Saves a table. The extension of the chosen file selects CSV or Markdown. */
async function saveTable({ path, filter, sort, source }: SaveMessage, script: vscode.Uri, ask: Ask) {
  const file = await chooseFile(script, source, { CSV: ['csv'], Markdown: ['md', 'markdown'] });
  if (!file) return undefined;
  const format = /\.(?:md|markdown)$/i.test(file.path) ? 'markdown' : 'csv';
  const answer = await ask({ kind: 'tableText', path, format, filter, ...(sort && { sort }) });
  return answer.kind === 'text'
    ? write(file, Buffer.from(answer.text))
    : vscode.l10n.t('Nothing was saved. {0}', whyNoValue(answer));
}

/** Saves a picture or sound unchanged, a string as text, and any other value as JSON. */
async function saveValue({ path, source }: SaveMessage, script: vscode.Uri, ask: Ask) {
  let answer = await ask({ kind: 'media', path });
  const isText = answer.kind === 'none' && (await isString(ask, path));
  if (answer.kind === 'none') answer = await ask({ kind: 'text', path });
  if (answer.kind !== 'text' && answer.kind !== 'media')
    return vscode.l10n.t('Nothing was saved. {0}', whyNoValue(answer));
  const ending = answer.kind === 'media' ? endingOf(answer.mimeType) : isText ? 'txt' : 'json';
  const file = await chooseFile(script, source, {
    [ending.toUpperCase()]: [ending],
    ...(isText && { Markdown: ['md'] }),
  });
  return (
    file &&
    write(file, answer.kind === 'media' ? Buffer.from(answer.base64, 'base64') : Buffer.from(answer.text))
  );
}

/** Opens the save dialog in the script's workspace folder, with the first extension as the default. */
function chooseFile(script: vscode.Uri, { of }: SaveMessage['source'], filters: Record<string, string[]>) {
  const name = script.path.split('/').at(-1)?.replace(/\.ts$/, '') ?? 'script';
  const folder = vscode.workspace.getWorkspaceFolder(script)?.uri ?? vscode.Uri.joinPath(script, '..');
  const defaultUri = vscode.Uri.joinPath(
    folder,
    `${name}.${of === 'value' ? 'result' : of}.${Object.values(filters)[0]?.[0] ?? 'txt'}`,
  );
  return vscode.window.showSaveDialog({ defaultUri, filters, title: vscode.l10n.t('Save Result') });
}

async function write(file: vscode.Uri, bytes: Uint8Array): Promise<string | undefined> {
  try {
    await vscode.workspace.fs.writeFile(file, bytes);
    return undefined;
  } catch (error) {
    return vscode.l10n.t(
      '{0} was not written: {1}',
      vscode.workspace.asRelativePath(file),
      errorMessage(error),
    );
  }
}

async function isString(ask: Ask, path: readonly number[]): Promise<boolean> {
  const answer = await ask({ kind: 'members', path, from: 0 });
  return answer.kind === 'members' && answer.self.kind === 'string';
}

/** Returns the file extension of a MIME type, for instance `svg` for `image/svg+xml`. */
function endingOf(mimeType: string): string {
  const kind =
    mimeType
      .toLowerCase()
      .split('/')[1]
      ?.replace(/^x-|\+xml$/g, '') ?? 'bin';
  return { jpeg: 'jpg', mpeg: 'mp3', wave: 'wav' }[kind] ?? kind;
}
