// The trace of a run, inside of its webview.
import type { Locator, Page } from 'playwright-core';
import { WebviewPage } from './webviewPage.ts';

/** Of the run's title in its tab. */
const titleInTab = 30;

export class TracePage extends WebviewPage {
  /** Resolves when the active tab is the trace of that title, and has drawn it. */
  static async open(page: Page, title: string): Promise<TracePage> {
    await page.locator('.tab.active', { hasText: title.slice(0, titleInTab) }).waitFor();
    const trace = new TracePage(page);
    await trace.content.locator('h1').filter({ hasText: title }).waitFor();
    return trace;
  }

  /** What the run is: `Finished`, `Failed`. */
  get state(): Locator {
    return this.content.locator('.run-state');
  }

  /** Of the waterfall. */
  get calls(): Locator {
    return this.content.locator('.waterfall .row.call');
  }

  get selected(): Locator {
    return this.content.locator('.waterfall .row.active');
  }

  /** Of the selected call, its name before each. */
  get facts(): Locator {
    return this.content.locator('.call-facts');
  }

  /** Its input and output. */
  get values(): Locator {
    return this.content.locator('#call-values');
  }

  /** The line of code of the selected call. */
  get markedLine(): Locator {
    return this.content.locator('.line-marked, .line-perhaps');
  }
}
