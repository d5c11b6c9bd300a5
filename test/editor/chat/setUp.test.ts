// Tests that Set Up counts the cost of a workspace's tools, shows its changes before it writes them, and takes them
// back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { eventually } from '../../sandbox/sandboxProcesses.ts';
import { RunsShown } from '../bed/runsShown.ts';
import { storyChat, type StoryChat } from '../bed/storyWindow.ts';

const writtenMs = 60_000;

describe('Code Mode: Set Up', () => {
  let story: StoryChat;

  before(async () => {
    story = await storyChat();
  });

  after(async () => {
    await story.chat.chooseAgent('Agent');
    await story.chat.newChat();
  });

  async function openSetUp(): Promise<Locator> {
    await story.workbench.runCommand('Code Mode: Set Up');
    const steps = story.workbench.page.locator('.quick-input-widget:visible', {
      hasText: 'Code Mode: Set Up',
    });
    await steps.waitFor();
    return steps;
  }

  async function untilSettings(pattern: RegExp): Promise<void> {
    const file = join(story.session.workspace.folder, '.vscode', 'settings.json');
    const text = await eventually(
      () => readFileSync(file, 'utf8'),
      (written) => pattern.test(written),
      writtenMs,
    );
    assert.match(text, pattern);
  }

  it('counts the tools of the servers, lets new chats start in Code Mode after a yes, and gives the settings back as they were', async () => {
    const { workbench } = story;
    const steps = await openSetUp();
    assert.match(
      (await steps.locator('input').first().getAttribute('placeholder')) ?? '',
      /^\d MCP servers, \d+ tools, about [\d,]+ tokens of definitions/,
    );
    await steps.locator('.monaco-list-row', { hasText: 'Make Code Mode the Default Agent' }).click();
    const dialog = await workbench.dialog();
    assert.match(await dialog.innerText(), /"chat\.newSession\.defaultMode": "Code Mode"/);
    await untilSettings(/^(?!.*defaultMode)/s);
    await dialog.getByRole('button', { name: 'For This Workspace' }).click();
    await untilSettings(/"chat\.newSession\.defaultMode": "Code Mode"/);
    // The chat that opens then takes the focus.
    await new RunsShown(workbench).notification('chats start in Code Mode.');
    await workbench.runCommand('Notifications: Clear All Notifications');
    await (await openSetUp()).locator('.monaco-list-row', { hasText: 'Restore the Default Agent' }).click();
    await untilSettings(/^(?!.*defaultMode)/s);
  });
});
