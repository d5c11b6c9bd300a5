// Implements _Code Mode: Diagnose_, which checks Code Mode on this machine and shows the result as a document for an
// issue.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { diagnose, diagnosisText } from '../workbench/index.ts';
import { whileCancellable } from './cancellation.ts';
import type { EditorEngine } from './editorEngine.ts';

/**
 * Shows the document after all checks, which take seconds. The user can cancel them; the document names the checks that
 * did not run.
 */
export async function showDiagnosis(
  editor: EditorEngine,
  extension: vscode.Extension<unknown>,
): Promise<void> {
  const text = await whileCancellable(vscode.l10n.t('Diagnosing Code Mode'), (signal) =>
    diagnosisIn(editor, extension, signal),
  );
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: text });
  await vscode.window.showTextDocument(document);
}

async function diagnosisIn(
  editor: EditorEngine,
  extension: vscode.Extension<unknown>,
  signal: AbortSignal,
): Promise<string> {
  const { packageJSON } = extension as { packageJSON: { version?: unknown } }; // This is our own manifest.
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

/** Returns the names and effective values of the settings that differ from their defaults. */
function changedSettings(manifest: unknown): Record<string, unknown> {
  const changed = settingNames(manifest).filter((name) => {
    const configuration = vscode.workspace.getConfiguration();
    return (
      JSON.stringify(configuration.get(name)) !== JSON.stringify(configuration.inspect(name)?.defaultValue)
    );
  });
  return Object.fromEntries(changed.map((name) => [name, vscode.workspace.getConfiguration().get(name)]));
}

function settingNames(manifest: unknown): readonly string[] {
  // This is our own package.json.
  const { contributes } = manifest as { contributes: { configuration: readonly { properties: object }[] } };
  return contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
}
