// _Code Mode: Diagnose_: what this machine makes of Code Mode, as a document that a user can paste into an issue.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { diagnose } from '../diagnose/diagnosis.ts';
import { diagnosisText } from '../diagnose/diagnosisText.ts';
import { whileCancellable } from './cancellation.ts';
import type { EditorEngine } from './editorEngine.ts';

/** Shows the document when all is tried, which takes seconds and can be cancelled; what was not tried by then is named in it. */
export async function showDiagnosis(editor: EditorEngine, extension: vscode.Extension<unknown>): Promise<void> {
  const text = await whileCancellable('Diagnosing Code Mode', (signal) => diagnosisIn(editor, extension, signal));
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: text });
  await vscode.window.showTextDocument(document);
}

async function diagnosisIn(editor: EditorEngine, extension: vscode.Extension<unknown>, signal: AbortSignal): Promise<string> {
  const { packageJSON } = extension as { packageJSON: { version?: unknown } }; // our own manifest
  const parts = {
    versions: {
      'Code Mode': String(packageJSON.version),
      'VS Code': vscode.version,
      host: `${vscode.env.appName}, ${vscode.env.appHost}`,
      remote: vscode.env.remoteName ?? 'none',
      trusted: String(vscode.workspace.isTrusted),
    },
    settings: changedSettings(packageJSON),
    sandbox: (guest?: 'selfCheck') => editor.workbench.trialSandbox(guest),
    catalog: editor.catalog,
    problems: () => editor.servers.source.problems().map(({ message }) => message),
    env: process.env,
    secrets: () => editor.servers.source.secrets(),
    home: homedir(),
  };
  return diagnosisText(await diagnose(parts, signal));
}

/** Names and values as they count in this window. */
function changedSettings(manifest: unknown): Record<string, unknown> {
  const changed = settingNames(manifest).filter((name) => {
    const configuration = vscode.workspace.getConfiguration();
    return JSON.stringify(configuration.get(name)) !== JSON.stringify(configuration.inspect(name)?.defaultValue);
  });
  return Object.fromEntries(changed.map((name) => [name, vscode.workspace.getConfiguration().get(name)]));
}

function settingNames(manifest: unknown): readonly string[] {
  const { contributes } = manifest as { contributes: { configuration: readonly { properties: object }[] } }; // our own package.json
  return contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
}
