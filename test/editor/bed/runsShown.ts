// What the window shows of scripts that run: the status bar, its hover, notifications. Test windows show no toasts (but for those `likeUsers`), so
// notifications are looked for in their list. The class names are those of VS Code 1.139.
import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** Of opening the list of notifications. */
const attempts = 4;
const attemptMs = 10_000;

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

  /** Opens the list of notifications; again where a chat that opens has closed the palette. */
  async notification(text: string | RegExp): Promise<Locator> {
    const notification = this.#workbench.page.locator('.notifications-center .monaco-list-row').filter({ hasText: text });
    for (let attempt = 1; attempt < attempts; attempt++) {
      await this.#workbench.runCommand('Notifications: Show Notifications');
      const isShown = await notification.waitFor({ timeout: attemptMs }).then(
        () => true,
        () => false,
      );
      if (isShown) return notification;
    }
    await this.#workbench.runCommand('Notifications: Show Notifications');
    await notification.waitFor();
    return notification;
  }
}
