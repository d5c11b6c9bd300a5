// A view of Code Mode as a person uses it: rows, their buttons and their context menus.
import type { Locator, Page } from 'playwright-core';

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

  /** Resolves to the row that begins with `label`, once it says `text`. */
  async row(label: string, text: string | RegExp, timeout = 30_000): Promise<Locator> {
    const row = this.#named(label).filter({ hasText: text }).first();
    await row.waitFor({ timeout });
    return row;
  }

  #named(label: string): Locator {
    return this.#rows.filter({
      has: this.page.locator('.label-name', { hasText: new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) }),
    });
  }

  /** How many rows begin with `label` and say `text` now. */
  count(label: string, text: string | RegExp): Promise<number> {
    return this.#named(label).filter({ hasText: text }).count();
  }

  /** Gives the view room for what its rows say. */
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
   * Presses a button of the row `label` until it says `text`, and resolves to it then: the tree is drawn anew as servers change, and
   * a click on a row that goes away does nothing.
   */
  async press(label: string, button: string, text: string | RegExp): Promise<Locator> {
    for (let attempt = 1; ; attempt++) {
      const row = await this.row(label, '');
      await row.hover();
      // It is not there while what it does is under way.
      await row
        .getByRole('button', { name: button })
        .click({ timeout: attemptMs })
        .catch(() => undefined);
      const done = this.row(label, text, attempt < attempts ? attemptMs : undefined);
      const shown = await done.catch((error: unknown) => {
        if (attempt === attempts) throw error;
      });
      if (shown) return shown;
    }
  }

  /**
   * Chooses from the context menu of the row `label`. An entry of a row that is drawn anew meanwhile does nothing: where
   * `until` rejects, it is chosen again.
   */
  async choose(label: string, entry: string, until?: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.#chooseOnce(label, entry);
      try {
        return await until?.();
      } catch (error) {
        if (attempt === attempts) throw error;
      }
    }
  }

  /** Rows that come meanwhile move this one away from the pointer, and the menu is another's. */
  async #chooseOnce(label: string, entry: string): Promise<void> {
    const item = this.page.getByRole('menuitem', { name: entry });
    for (let attempt = 1; ; attempt++) {
      await (await this.row(label, '')).click({ button: 'right' });
      // A menu takes no click in its first tenth of a second; it takes keys at once.
      const isShown = await item.hover({ timeout: attemptMs }).then(
        () => true,
        () => false,
      );
      if (isShown && (await this.#named(label).and(this.page.locator('.focused')).count()) > 0) break;
      if (attempt === attempts) throw new Error(`The row "${label}" has no menu with "${entry}".`);
      await this.page.keyboard.press('Escape');
    }
    await this.page.keyboard.press('Enter');
  }

  /** Opens or closes what is below a row, by another click where the tree was drawn anew under the first one. */
  async toggle(row: Locator): Promise<void> {
    const before = await row.getAttribute('aria-expanded');
    const after = row.and(this.page.locator(`[aria-expanded="${before === 'true' ? 'false' : 'true'}"]`));
    for (let attempt = 1; ; attempt++) {
      await row
        .locator('.monaco-tl-twistie')
        .click({ timeout: attemptMs })
        .catch(() => undefined);
      const isDone = await after.waitFor({ timeout: attemptMs }).then(
        () => true,
        () => false,
      );
      if (isDone) return;
      if (attempt === attempts) throw new Error(`The row stays ${before === 'true' ? 'open' : 'closed'}.`);
    }
  }
}
