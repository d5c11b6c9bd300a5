// The one window, with Copilot Chat, in which the stories of test/editor/page, views and chat follow each other, each
// with the servers and settings of a new workspace. The chat is hidden until the first story about it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatPanel } from './chatPanel.ts';
import type { CopilotSession } from './editorSession.ts';
import { ScriptedChat } from './scriptedChat.ts';
import { sharedEditorWithCopilot } from './sharedEditor.ts';
import { Workbench } from './workbench.ts';

export interface StoryWindow {
  readonly session: CopilotSession;
  readonly workbench: Workbench;
}

export interface StoryChat extends StoryWindow {
  readonly chat: ChatPanel;
  /** Runs scripts through the model of the chat. */
  readonly scripts: ScriptedChat;
}

/** The place where the results of scripts are shown. */
type Results = 'output' | 'panel';

const options = {
  settings: {
    'codeMode.editorTools': ['test_*'],
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
  },
  size: { width: 1400, height: 1100 },
  goOn: true,
};
const shown = new WeakMap<CopilotSession, Results>();
let applied = 0;

/**
 * Returns the window of the previous story, or a new one. `results`: the place in which this story reads the results of
 * its scripts.
 */
export async function storyWindow(results: Results = 'output'): Promise<StoryWindow> {
  const session = await sharedEditorWithCopilot(options);
  const story = { session, workbench: await Workbench.open(session.window.page) };
  await story.workbench.runCommand('View: Close All Editors');
  // The default settings of the test bed show results in the output.
  if ((shown.get(session) ?? 'output') !== results)
    await applySettings(story, { 'codeMode.scripts.results': results });
  shown.set(session, results);
  return story;
}

/** Does the same with the chat open. */
export async function storyChat(): Promise<StoryChat> {
  const { session, workbench } = await storyWindow();
  if (!(await session.window.page.locator('.part.auxiliarybar').isVisible()))
    await workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
  const scripts = await ScriptedChat.openIn(session);
  return { session, workbench, chat: scripts.chat, scripts };
}

/** Changes settings of the user; resolves when the extension has them. `null` resets a value. */
async function applySettings(
  { session, workbench }: StoryWindow,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const id = `${process.pid}-${(applied += 1)}`;
  writeFileSync(join(session.workspace.folder, 'test-settings.json'), JSON.stringify({ id, settings }));
  await workbench.runCommand('Test: Apply Settings');
  await workbench.page.locator('.statusbar-item', { hasText: `Settings applied: ${id}` }).waitFor();
}
