// What the window shows of scripts that run: the status bar, its hover, notifications. Test windows show no toasts, so notifications are
// looked for in their list. The class names are those of VS Code 1.139.
import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

export class RunsShown {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** What the status bar shows while a run is on. */
  inBar(text: string | RegExp): Locator {
    return this.#workbench.page.locator('.statusbar-item', { hasText: 'Code Mode:' }).filter({ hasText: text });
  }

  /** Opens the hover. */
  async hover(): Promise<Locator> {
    const { page } = this.#workbench;
    // A hover that was closed comes back only when the mouse has left.
    await page.mouse.move(600, 300);
    await this.inBar('').hover();
    const hover = page.locator('.monaco-hover', { hasText: 'since' }).first();
    await hover.waitFor();
    return hover;
  }

  /** Of a notification's progress bar: `40%`. */
  async barWidth(notification: Locator): Promise<string> {
    const style = (await notification.locator('.progress-bit').getAttribute('style')) ?? '';
    return /\bwidth: ([^;]+);/.exec(style)?.[1] ?? style;
  }

  /** Opens the list of notifications. */
  async notification(text: string | RegExp): Promise<Locator> {
    await this.#workbench.runCommand('Notifications: Show Notifications');
    const notification = this.#workbench.page.locator('.notifications-center .monaco-list-row').filter({ hasText: text });
    await notification.waitFor();
    return notification;
  }
}
