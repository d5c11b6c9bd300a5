// The questions of "Save Run as Script…" as a person answers them, one after the other.
import type { Locator, Page } from 'playwright-core';

export class SaveAsScript {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Returns the proposed arguments and accepts them unchanged. */
  async arguments(): Promise<readonly string[]> {
    const asked = await this.#question('Save as Script: Arguments');
    await asked.locator('.quick-input-count .monaco-count-badge').waitFor();
    const rows = await asked.locator('.monaco-list-row').all();
    // A row may still have the hidden detail that it showed in the previous question.
    const names = await Promise.all(rows.map((row) => row.locator('.label-name').first().innerText()));
    await this.#page.keyboard.press('Enter');
    return names;
  }

  /** Returns the proposed name of the script and accepts it. */
  async name(): Promise<string> {
    const asked = await this.#question('Save as Script: Name');
    const name = await asked.locator('input[type="text"]').inputValue();
    await this.#page.keyboard.press('Enter');
    return name;
  }

  /** The script as its question shows it. */
  async change(): Promise<string> {
    await this.#page
      .locator('.quick-input-widget:visible .monaco-list-row.focused', { hasText: 'Save ' })
      .waitFor();
    // In a narrow editor, both sides of the change stand in one column.
    const shown = this.#page
      .locator('.monaco-diff-editor .modified .view-lines')
      .filter({ hasText: 'codemode.args' })
      .first();
    await shown.waitFor();
    return (await shown.innerText()).replaceAll('\u00a0', ' ');
  }

  /** Resolves when the script with that name is open. */
  async save(name: string): Promise<void> {
    await this.#page.keyboard.press('Enter');
    await this.#page.locator('.tab.active', { hasText: new RegExp(`^${name}\\.ts`) }).waitFor();
  }

  async #question(title: string): Promise<Locator> {
    const asked = this.#page.locator('.quick-input-widget:visible', { hasText: title });
    await asked.waitFor();
    return asked;
  }
}
