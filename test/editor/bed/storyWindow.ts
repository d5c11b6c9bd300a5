// The one window in which the stories of test/editor/page and test/editor/views follow each other, each with the
// servers and settings of a new workspace. The first story begins with a workspace that is not trusted; every other
// story finds its workspace trusted.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorSession } from './editorSession.ts';
import { sharedEditor } from './sharedEditor.ts';
import { Workbench } from './workbench.ts';

export interface StoryWindow {
  readonly session: EditorSession;
  readonly workbench: Workbench;
}

/** The place where the results of scripts are shown. */
type Results = 'output' | 'panel';

const options = {
  settings: {
    'codeMode.editorTools': ['test_*'],
    'security.workspace.trust.untrustedFiles': 'open',
    // The editor about workspace trust would cover the window.
    'workbench.editor.useModal': 'off',
  },
  workspaceTrust: true,
};
const trusted = new WeakSet<EditorSession>();
const shown = new WeakMap<EditorSession, Results>();
let applied = 0;

/** A window whose workspace the person has not trusted yet. */
export async function distrustedWindow(): Promise<StoryWindow> {
  const session = await sharedEditor(options);
  trusted.delete(session);
  return { session, workbench: await Workbench.open(session.window.page) };
}

/**
 * Returns the window of the previous story, or a new one. `results`: the place in which this story reads the results of
 * its scripts.
 */
export async function storyWindow(results: Results = 'output'): Promise<StoryWindow> {
  const session = await sharedEditor({ ...options, goOn: true });
  const story = { session, workbench: await Workbench.open(session.window.page) };
  if (!trusted.has(session)) await trustWorkspace(story);
  await story.workbench.runCommand('View: Close All Editors');
  // The default settings of the test bed show results in the output.
  if ((shown.get(session) ?? 'output') !== results)
    await applySettings(story, { 'codeMode.scripts.results': results });
  shown.set(session, results);
  return story;
}

/** Trusts the workspace, as a person does. */
export async function trustWorkspace({ session, workbench }: StoryWindow): Promise<void> {
  await workbench.runCommand('Workspaces: Manage Workspace Trust');
  const editor = workbench.page.locator('.workspace-trust-editor');
  await editor.getByRole('button', { name: 'Trust', exact: true }).click();
  await editor.getByText('You trust this folder').first().waitFor();
  trusted.add(session);
}

/** Changes settings of the user; resolves when the extension has them. `null` resets a value. */
export async function applySettings(
  { session, workbench }: StoryWindow,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const id = `${process.pid}-${(applied += 1)}`;
  writeFileSync(join(session.workspace.folder, 'test-settings.json'), JSON.stringify({ id, settings }));
  await workbench.runCommand('Test: Apply Settings');
  await workbench.page.locator('.statusbar-item', { hasText: `Settings applied: ${id}` }).waitFor();
}
