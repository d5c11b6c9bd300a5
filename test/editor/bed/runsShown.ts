// The display of running scripts in the window: the status bar, its hover, notifications. Test windows show no toasts
// (except those with `likeUsers`), so notifications are read in their list. The class names are those of VS Code 1.139.
import type { Locator } from 'playwright-core';
import { untilDone } from './attempts.ts';
import type { Workbench } from './workbench.ts';

/** Maximum number of attempts to open the list of notifications. */
const attempts = 20;
const attemptMs = 3_000;

export class RunsShown {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** The text of the status bar during a run. */
  inBar(text: string | RegExp): Locator {
    return this.#workbench.page
      .locator('.statusbar-item[id$="codeMode.runs"]', { hasText: 'Code Mode:' })
      .filter({ hasText: text });
  }

  /** Opens the hover. */
  async hover(): Promise<Locator> {
    const { page } = this.#workbench;
    // After a hover was closed, it returns only when the mouse has left the element.
    await page.mouse.move(600, 300);
    await this.inBar('').hover();
    const hover = page.locator('.monaco-hover', { hasText: 'since' }).first();
    await hover.waitFor();
    return hover;
  }

  /** The value of a notification's progress bar: `40%`. */
  async barWidth(notification: Locator): Promise<string> {
    const style = (await notification.locator('.progress-bit').getAttribute('style')) ?? '';
    return /\bwidth: ([^;]+);/.exec(style)?.[1] ?? style;
  }

  /**
   * Opens the list of notifications by its bell, since a chat that opens can close the palette; repeatedly, since an
   * editor that opens can close the list.
   */
  async notification(text: string | RegExp): Promise<Locator> {
    const { page } = this.#workbench;
    const list = page.locator('.notifications-center');
    const notification = list.locator('.monaco-list-row').filter({ hasText: text });
    await untilDone(attempts, async () => {
      if (!(await list.isVisible())) {
        await page.locator('.statusbar-item[id="status.notifications"]').click();
        // The hover of the bell covers a notification's buttons.
        await page.mouse.move(0, 0);
      }
      await notification.waitFor({ timeout: attemptMs });
    });
    return notification;
  }
}
