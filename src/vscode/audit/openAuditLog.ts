// _Code Mode: Open Audit Log_: checks the log, says whether it holds, and opens or exports it.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { auditFiles, type AuditFile } from '../../runs/audit/auditFiles.ts';
import { verdictText } from '../../runs/audit/verdictText.ts';
import { verifyAudit } from '../../runs/audit/verifyAudit.ts';
import { auditFolder } from '../../storage/statePaths.ts';
import { openMachineSetting } from '../settings.ts';

const [open, exportLog, settings] = ['Open', 'Export…', 'Open Settings'];

/** Rejects where the log cannot be read or exported. */
export async function openAuditLog(): Promise<void> {
  const files = await auditFiles(auditFolder());
  if (files.length === 0) {
    const message = 'There is no audit log: codeMode.audit.enabled switches it on.';
    if ((await vscode.window.showInformationMessage(message, settings)) !== settings) return;
    await openMachineSetting('codeMode.audit');
    return;
  }
  const verdict = await verifyAudit(files);
  const text = verdictText(verdict).join(' ');
  const show = verdict.broken ? vscode.window.showErrorMessage : vscode.window.showInformationMessage;
  const chosen = await show(text, open, exportLog);
  if (chosen === open) await showFile(verdict.broken ?? { file: files.at(-1)?.path ?? '', line: Infinity });
  if (chosen === exportLog) await exportTo(files);
}

/** At the break, or at the end. */
async function showFile({ file, line }: { readonly file: string; readonly line: number }): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const position = new vscode.Position(Math.min(line - 1, document.lineCount - 1), 0);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

/** All files as one, whose lines follow from each other all the same. */
async function exportTo(files: readonly AuditFile[]): Promise<void> {
  const defaultUri = vscode.Uri.file(join(homedir(), 'code-mode-audit.jsonl'));
  const target = await vscode.window.showSaveDialog({ defaultUri, filters: { 'JSON Lines': ['jsonl'] }, title: 'Export Audit Log' });
  if (!target) return;
  const output = createWriteStream(target.fsPath, { mode: 0o600 });
  for (const { path } of files) await pipeline(createReadStream(path), output, { end: false });
  await new Promise<void>((resolve) => output.end(resolve));
}
