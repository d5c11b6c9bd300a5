// The view "Servers & Tools" as a person uses it: rows, their buttons and their context menus.
import type { Locator, Page } from 'playwright-core';
import type { Workbench } from './workbench.ts';

export class ServersPanel {
  readonly #page: Page;
  readonly #rows: Locator;

  private constructor(page: Page) {
    this.#page = page;
    this.#rows = page.locator('.pane-body .monaco-list-row');
  }

  /** Resolves when the view shows its servers. */
  static async open(workbench: Workbench): Promise<ServersPanel> {
    await workbench.runCommand('Code Mode: Focus on Servers & Tools View');
    const panel = new ServersPanel(workbench.page);
    await panel.#rows.first().waitFor();
    return panel;
  }

  /** Resolves to the row that begins with `label`, once it says `text`. */
  async row(label: string, text: string | RegExp): Promise<Locator> {
    const named = this.#rows.filter({ has: this.#page.locator('.label-name', { hasText: new RegExp(`^${label}$`) }) });
    const row = named.filter({ hasText: text }).first();
    await row.waitFor({ timeout: 30_000 });
    return row;
  }

  /** Presses a button at the end of a row. */
  async press(row: Locator, button: string): Promise<void> {
    await row.hover();
    await row.getByRole('button', { name: button }).click();
  }

  /** Opens or closes what is below a row. */
  async toggle(row: Locator): Promise<void> {
    await row.locator('.monaco-tl-twistie').click();
  }
}
