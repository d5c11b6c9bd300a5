// Implements _Code Mode: Diagnose_, which checks Code Mode on this machine and shows the result as a document for an
// issue.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { diagnose, diagnosisText } from '../workbench/index.ts';
import { whileCancellable } from './cancellation.ts';
import type { EditorEngine } from './editorEngine.ts';
import type { Manifest } from './manifest.ts';

/**
 * Shows the document after all checks, which take seconds. The user can cancel them; the document names the checks that
 * did not run.
 */
export async function showDiagnosis(editor: EditorEngine, manifest: Manifest): Promise<void> {
  const parts = {
    versions: {
      'Code Mode': manifest.version,
      'VS Code': vscode.version,
      host: `${vscode.env.appName}, ${vscode.env.appHost}`,
      remote: vscode.env.remoteName ?? 'none',
      trusted: String(vscode.workspace.isTrusted),
    },
    settings: changedSettings(manifest),
    sandbox: (guest?: 'selfCheck') => editor.workbench.trialSandbox(guest),
    catalog: editor.catalog,
    problems: () => editor.servers.source.problems().map(({ message }) => message),
    env: process.env,
    secrets: () => editor.servers.source.secrets(),
    home: homedir(),
  };
  const title = vscode.l10n.t('Diagnosing Code Mode');
  const content = await whileCancellable(title, async (signal) =>
    diagnosisText(await diagnose(parts, signal)),
  );
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document);
}

/** Returns the names and effective values of the settings that differ from their defaults. */
function changedSettings({ contributes }: Manifest): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration(undefined, null);
  const names = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  const changed = names.filter(
    (name) =>
      JSON.stringify(configuration.get(name)) !== JSON.stringify(configuration.inspect(name)?.defaultValue),
  );
  return Object.fromEntries(changed.map((name) => [name, configuration.get(name)]));
}
