// A view of Code Mode as a person uses it: rows, their buttons and their context menus.
import type { Locator, Page } from 'playwright-core';
import { succeeds, untilDone } from './attempts.ts';

const attempts = 10;
const attemptMs = 4_000;

export abstract class TreePanel {
  protected readonly page: Page;
  readonly #rows: Locator;

  protected constructor(page: Page) {
    this.page = page;
    this.#rows = page.locator('.pane-body .monaco-list-row');
  }

  /** Resolves when a view shows rows. */
  protected async shown(): Promise<void> {
    await this.#rows.first().waitFor();
  }

  /** Resolves with the row that begins with `label`, once its text contains `text`. */
  async row(label: string, text: string | RegExp, timeout = 30_000): Promise<Locator> {
    const row = this.#named(label).filter({ hasText: text }).first();
    await row.waitFor({ timeout });
    return row;
  }

  #named(label: string): Locator {
    return this.#rows.filter({
      has: this.page.locator('.label-name', {
        hasText: new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
      }),
    });
  }

  /** Returns the number of rows that now begin with `label` and contain `text`. */
  count(label: string, text: string | RegExp): Promise<number> {
    return this.#named(label).filter({ hasText: text }).count();
  }

  /** Makes the view large enough for the texts of its rows. */
  async widen(): Promise<void> {
    const bar = await this.page.locator('.part.sidebar').boundingBox();
    if (bar === null) throw new Error('The view is not in the primary side bar.');
    const [edge, y] = [bar.x + bar.width, bar.y + bar.height / 2];
    await this.page.mouse.move(edge, y);
    await this.page.mouse.down();
    await this.page.mouse.move(edge + bar.width, y, { steps: 5 });
    await this.page.mouse.up();
  }

  /**
   * Presses a button of the row `label` until the row contains `text`, and resolves with the row. The tree is drawn
   * anew when servers change, and a click on a row that disappears has no effect.
   */
  async press(label: string, button: string, text: string | RegExp): Promise<Locator> {
    for (let attempt = 1; ; attempt++) {
      const row = await this.row(label, '');
      await this.#leaveHover();
      await row.hover();
      // The button is not shown while its action is in progress, and the action may end meanwhile.
      const shownButton = row.getByRole('button', { name: button });
      await shownButton
        .or(row.filter({ hasText: text }))
        .first()
        .waitFor({ timeout: attemptMs })
        .catch(() => undefined);
      if (await shownButton.isVisible())
        await shownButton.click({ timeout: attemptMs }).catch(() => undefined);
      const done = this.row(label, text, attempt < attempts ? attemptMs : undefined);
      const shown = await done.catch((error: unknown) => {
        if (attempt === attempts) throw error;
      });
      if (shown) return shown;
    }
  }

  /**
   * Chooses an entry from the context menu of the row `label`. An entry of a row that is drawn anew meanwhile has no
   * effect: if `until` rejects, the entry is chosen again.
   */
  async choose(label: string, entry: string, until?: () => Promise<void>): Promise<void> {
    await untilDone(attempts, async () => {
      await this.#chooseOnce(label, entry);
      await until?.();
    });
  }

  /**
   * Opens the context menu of the row. Rows that arrive meanwhile move the row away from the pointer, and the menu then
   * belongs to another row.
   */
  async #chooseOnce(label: string, entry: string): Promise<void> {
    const item = this.page.getByRole('menuitem', { name: entry });
    for (let attempt = 1; ; attempt++) {
      await this.#leaveHover();
      await (await this.row(label, '')).click({ button: 'right' });
      // A menu accepts no click in its first tenth of a second; it accepts keys at once.
      const isShown = await succeeds(item.hover({ timeout: attemptMs }));
      if (isShown && (await this.#named(label).and(this.page.locator('.focused')).count()) > 0) break;
      if (attempt === attempts) throw new Error(`The row "${label}" has no menu with "${entry}".`);
      await this.page.keyboard.press('Escape');
    }
    await this.page.keyboard.press('Enter');
  }

  /** Moves the pointer away from the row of an earlier click, since the hover of that row covers others. */
  async #leaveHover(): Promise<void> {
    await this.page.mouse.move(0, 0);
  }

  /** Opens or closes the children of a row. Clicks again if the tree was drawn anew during the first click. */
  async toggle(row: Locator): Promise<void> {
    const before = await row.getAttribute('aria-expanded');
    const after = row.and(this.page.locator(`[aria-expanded="${before === 'true' ? 'false' : 'true'}"]`));
    for (let attempt = 1; ; attempt++) {
      await row
        .locator('.monaco-tl-twistie')
        .click({ timeout: attemptMs })
        .catch(() => undefined);
      if (await succeeds(after.waitFor({ timeout: attemptMs }))) return;
      if (attempt === attempts) throw new Error(`The row stays ${before === 'true' ? 'open' : 'closed'}.`);
    }
  }
}
