// Changes the user's settings as the settings editor does, for tests that drive the page. A settings file that a test
// writes takes effect at a time that the window does not show; this command shows in the status bar when it is done.
import * as vscode from 'vscode';

/** The file in the workspace's folder that names the settings to change; `null` resets a value. */
export const settingsFile = 'test-settings.json';

export interface AppliedSettings {
  /** An id that differs with each change. */
  readonly id: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

export async function applySettings(applied: vscode.StatusBarItem): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error('The test window has no folder.');
  const text = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder.uri, settingsFile));
  const { id, settings } = JSON.parse(Buffer.from(text).toString()) as AppliedSettings;
  for (const [name, value] of Object.entries(settings)) {
    await vscode.workspace
      .getConfiguration()
      .update(name, value ?? undefined, vscode.ConfigurationTarget.Global);
  }
  applied.text = `Settings applied: ${id}`;
  applied.show();
}
