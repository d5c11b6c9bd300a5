// Keeps the state of the windows when a test failed: a picture of each in `.vscode-test/failures/`, and the texts of
// the window in the failure itself, for places where the pictures are not kept.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openPages } from './editorSession.ts';
import { repository } from './testBed.ts';

/** Selectors of the elements that ask, tell or log in the window. */
const speaking = [
  ...[
    '.quick-input-widget:visible',
    '.monaco-dialog-box',
    '.notification-toast',
    '.notifications-center .monaco-list-row',
  ],
  ...['.output-view-container .view-lines', '.interactive-session:visible'],
].join(', ');
const longest = 600;
const pictureMs = 20_000;

/**
 * Describes the windows after a test or hook has failed. Closes dialogs above a window, so that the next test finds it.
 */
export async function showFailure(failed: Mocha.Runnable, error: Error | undefined): Promise<void> {
  const said: string[] = [];
  for (const page of openPages) said.push(await shown(page, `${failed.fullTitle()} ${said.length || ''}`));
  if (error) error.message += `\n${said.join('\n')}`;
  console.log(`      ${said.join('\n      ')}`);
}

/** Returns the file of the picture and the texts of the window. */
async function shown(page: Page, name: string): Promise<string> {
  const folder = join(repository, '.vscode-test', 'failures');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name.trim().replaceAll(/\W+/g, '-')}.png`);
  try {
    await page.screenshot({ path, timeout: pictureMs });
    const texts = await page.locator(speaking).allInnerTexts();
    await page.keyboard.press('Escape');
    return [path, ...texts.map((text) => text.trim().slice(-longest))].join('\n');
  } catch (error) {
    return `There is no picture of the window: ${String(error)}`;
  }
}
