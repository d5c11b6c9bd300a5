// Implements the command _Code Mode: Open Audit Log_: it opens the newest file of the log at its end, or exports all
// lines of the log.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { auditFiles } from '../../telemetry/index.ts';
import { auditFolder } from '../../base/files/statePaths.ts';
import { openMachineSetting } from '../settings.ts';

const [exportLog, settings] = [vscode.l10n.t('Export…'), vscode.l10n.t('Open Settings')];

/** Rejects if the log cannot be read or exported. */
export async function openAuditLog(): Promise<void> {
  const files = await auditFiles(auditFolder());
  const newest = files.at(-1);
  if (!newest) {
    const message = vscode.l10n.t('The audit log is off. The setting codeMode.audit.enabled turns it on.');
    if ((await vscode.window.showInformationMessage(message, settings)) === settings)
      await openMachineSetting('codeMode.audit');
    return;
  }
  const document = await vscode.workspace.openTextDocument(newest.path);
  const end = document.lineAt(document.lineCount - 1).range;
  await vscode.window.showTextDocument(document, { selection: end });
  const message =
    files.length === 1
      ? vscode.l10n.t('This is the audit log.')
      : vscode.l10n.t('This is the newest of {0} files of the audit log.', files.length);
  if ((await vscode.window.showInformationMessage(message, exportLog)) === exportLog) await exportTo(files);
}

async function exportTo(files: readonly { readonly path: string }[]): Promise<void> {
  const defaultUri = vscode.Uri.file(join(homedir(), 'code-mode-audit.jsonl'));
  const target = await vscode.window.showSaveDialog({
    defaultUri,
    filters: { 'JSON Lines': ['jsonl'] },
    title: vscode.l10n.t('Export Audit Log'),
  });
  if (!target) return;
  const output = createWriteStream(target.fsPath, { mode: 0o600 });
  for (const { path } of files) await pipeline(createReadStream(path), output, { end: false });
  await new Promise<void>((resolve) => output.end(resolve));
}
