// The settings of ours that differ from their defaults, for a diagnosis: those of the manifest, and no others.
import * as vscode from 'vscode';

/** Names and values as they count in this window. */
export function changedSettings(manifest: unknown): Record<string, unknown> {
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
