// The trace of a run, inside of its webview: the frame of the page in the frame that VS Code makes for it.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';

/** Of the run's title in its tab. */
const titleInTab = 30;
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export class TracePage {
  readonly #page: Page;
  readonly content: FrameLocator;

  private constructor(page: Page) {
    this.#page = page;
    this.content = page.frameLocator('iframe.webview:visible').frameLocator('#active-frame');
  }

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

  button(name: string): Locator {
    return this.content.getByRole('button', { name, exact: true });
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  /** What has the keyboard: the id of the element. */
  async focused(): Promise<string> {
    const frame = await this.frame();
    return frame.evaluate('document.activeElement?.id ?? ""');
  }

  /** What axe-core finds wrong, a line each: the rule and the elements. The theme must have been applied. */
  async accessibilityProblems(): Promise<readonly string[]> {
    const frame = await this.frame();
    await frame.evaluate(readFileSync(axe, 'utf8'));
    return frame.evaluate<readonly string[]>(`axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html.slice(0, 200) + ' ' + any.map(({ message }) => message).join(' '))))`);
  }

  async frame(): Promise<Frame> {
    const handle = await this.content.locator('body').elementHandle();
    const frame = await handle.ownerFrame();
    if (!frame) throw new Error('The trace has no frame.');
    return frame;
  }
}
