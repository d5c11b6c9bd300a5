// The trace of a run, inside of its webview.
import type { Locator, Page } from 'playwright-core';
import { WebviewPage } from './webviewPage.ts';

/** Maximum length of the run's title in its tab, in characters. */
const titleInTab = 30;

export class TracePage extends WebviewPage {
  /** Resolves when the active tab is the trace with that title, and is drawn. */
  static async open(page: Page, title: string): Promise<TracePage> {
    await page.locator('.tab.active', { hasText: title.slice(0, titleInTab) }).waitFor();
    const trace = new TracePage(page);
    await trace.content.locator('h1').filter({ hasText: title }).waitFor();
    return trace;
  }

  /** The state of the run: `Finished`, `Failed`. */
  get state(): Locator {
    return this.content.locator('.run-state');
  }

  /** The rows of the waterfall. */
  get calls(): Locator {
    return this.content.locator('.waterfall .row.call');
  }

  get selected(): Locator {
    return this.content.locator('.waterfall .row.active');
  }

  /** The facts about the selected call, each preceded by its name. */
  get facts(): Locator {
    return this.content.locator('.call-facts');
  }

  /** The input and output of the selected call. */
  get values(): Locator {
    return this.content.locator('#call-values');
  }

  /** The line of code of the selected call. */
  get markedLine(): Locator {
    return this.content.locator('.line-marked, .line-perhaps');
  }
}
