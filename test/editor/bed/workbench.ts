// The other parts of the window as a person uses them: the command palette, files, dialogs, the output panel.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { succeeds } from './attempts.ts';

const attempts = 10;
const attemptMs = 3_000;
/** Time limit in milliseconds from a click on a code lens to its visible effect. */
const lensMs = 15_000;
const foldersMs = 15_000;
/** Time limit in milliseconds of the first script of a window, which waits for servers, TypeScript and the sandbox. */
const shownMs = 60_000;

export class Workbench {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /**
   * Resolves when the window accepts keys: when its explorer shows the workspace. VS Code sometimes shows no folder of
   * a `.code-workspace` file that it never opened before, and shows the folders after a reload.
   */
  static async open(page: Page): Promise<Workbench> {
    const row = page.locator('.explorer-folders-view .monaco-list-row').first();
    const shown = await succeeds(row.waitFor({ timeout: foldersMs }));
    if (!shown && (await page.getByText('You have not yet added a folder').isVisible())) await page.reload();
    await row.waitFor({ timeout: shownMs });
    return new Workbench(page);
  }

  /** Does the same for a window without a folder. */
  static async openEmpty(page: Page): Promise<Workbench> {
    await page.locator('.part.statusbar').first().waitFor({ timeout: shownMs });
    return new Workbench(page);
  }

  /** Runs a command by its title in the palette. */
  async runCommand(title: string): Promise<void> {
    await this.#pick('F1', `>${title}`, title);
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    await this.#pick('ControlOrMeta+P', name, name);
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.page.locator(`.editor-instance .monaco-editor[data-uri$="/${name}"]`).waitFor();
  }

  /** Opens a scratch script by the name of its file, and runs it. */
  async runScript(name: string): Promise<void> {
    await this.openFile(name);
    await this.runCommand('Code Mode: Run Script');
  }

  /** Replaces the content of the active text editor by typing. */
  async replaceText(text: string): Promise<void> {
    await this.page.locator('.editor-instance .monaco-editor').first().click();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  /** Requests completions until they include the label. */
  async completionOffers(label: string): Promise<void> {
    const offered = this.page.locator('.suggest-widget.visible .monaco-list-row', { hasText: label }).first();
    await this.#askUntilShown(offered, () => this.page.keyboard.press('Control+Space'));
  }

  /** The code lenses above the code, from top to bottom. */
  lens(text: string | RegExp): Locator {
    return this.page.locator('.codelens-decoration a').filter({ hasText: text });
  }

  /**
   * Clicks a code lens until `done` is visible: VS Code sometimes redraws a lens, and a lens that is redrawn accepts no
   * click.
   */
  async pressLens(title: string, done: Locator): Promise<void> {
    const lens = this.lens(new RegExp(`^\\W*${title}$`)).first();
    await lens.waitFor({ timeout: shownMs });
    await this.#askUntilShown(done, () => lens.click({ timeout: lensMs }), lensMs);
  }

  /** Waits for a modal dialog. */
  async dialog(): Promise<Locator> {
    const dialog = this.page.locator('.monaco-dialog-box').first();
    await dialog.waitFor();
    return dialog;
  }

  /** Waits until the output panel shows the text. */
  async outputShows(text: string | RegExp, timeout = shownMs): Promise<void> {
    await this.page
      .locator('.output-view-container, .output-view')
      .locator('.view-line')
      .filter({ hasText: text })
      .first()
      .waitFor({ timeout });
  }

  /**
   * Uses Enter instead of a click: rows move while the list is still being filtered, and a click may hit another row.
   */
  async #pick(key: string, typed: string, entry: string): Promise<void> {
    const quickInput = this.page.locator('.quick-input-widget');
    const input = quickInput.locator('input').first();
    const label = this.page.locator('.label-name').getByText(entry, { exact: true });
    const wanted = quickInput.locator('.monaco-list-row.focused', { has: label }).first();
    await this.#askUntilShown(wanted, async () => {
      await this.page.keyboard.press(key);
      await input.fill(typed, { timeout: attemptMs });
      // A file that was just written is found by the next attempt.
      await wanted.or(quickInput.getByText('No matching')).first().waitFor({ timeout: attemptMs });
      assert.ok(await wanted.isVisible());
    });
    await input.press('Enter');
  }

  /**
   * Repeats the attempt for some time: the page does not show when the extensions' commands are known, the files are
   * indexed, or TypeScript's service is ready. An attempt that rejects is repeated at once.
   */
  async #askUntilShown(wanted: Locator, ask: () => Promise<void>, waitMs = attemptMs): Promise<void> {
    for (const end = Date.now() + attempts * waitMs; Date.now() < end;) {
      if (await succeeds(ask().then(() => wanted.waitFor({ timeout: waitMs })))) return;
      await this.page.keyboard.press('Escape');
    }
    await ask();
    await wanted.waitFor({ timeout: waitMs });
  }
}

/**
 * Waits until the window's storage holds the expected text: extensions store values with a delay, and a reload does not
 * wait for the write. JSON within JSON is searched without its backslashes.
 */
export async function keeps(page: Page, wanted: string | RegExp): Promise<void> {
  const literal = typeof wanted === 'string' ? JSON.stringify(wanted) : String(wanted);
  assert.ok(await page.evaluate(`(${storageHolds})(${literal})`), `VS Code did not store ${wanted}.`);
}

/** Reloads the window once its storage holds the text. */
export async function reloadKeeping(page: Page, wanted: string | RegExp): Promise<void> {
  await keeps(page, wanted);
  await page.reload();
}

/** Runs in the page: ends once a value in a database of VS Code's state holds the text, or matches the pattern. */
const storageHolds = `async (wanted) => {
  const holds = (value) => value.replace(wanted, '') !== value;
  const settled = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const values = async (name) => {
    const database = await settled(indexedDB.open(name));
    const all = await settled(database.transaction('ItemTable').objectStore('ItemTable').getAll());
    database.close();
    return all.map(String);
  };
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((next) => setTimeout(next, 100))) {
    const names = (await indexedDB.databases()).map(({ name }) => name).filter((name) => name.startsWith('vscode-web-state-db-'));
    if ((await Promise.all(names.map(values))).flat().some((value) => holds(value.replaceAll('\\\\', '')))) return true;
  }
  return false;
}`;
