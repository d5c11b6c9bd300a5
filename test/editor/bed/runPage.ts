// The page about a run, of a script or of a record, inside of its webview: the frame of the page in the frame that VS
// Code makes for it.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The kinds of themes, as the frame of a webview names them, and a theme of each kind. */
export const themes = {
  'vscode-dark': 'Default Dark Modern',
  'vscode-light': 'Default Light Modern',
  'vscode-high-contrast': 'Default High Contrast',
  'vscode-high-contrast-light': 'Default High Contrast Light',
} as const;

/** Maximum length of the title of a recorded run in its tab, in characters. */
const titleInTab = 30;

export class RunPage {
  readonly content: FrameLocator;
  readonly #page: Page;

  /** The frame of the visible webview; only one may be visible. */
  constructor(page: Page) {
    this.#page = page;
    this.content = page.frameLocator('iframe.webview:visible').frameLocator('#active-frame');
  }

  /** Resolves when the active tab is the recorded run with that title, and is drawn. */
  static async open(page: Page, title: string): Promise<RunPage> {
    await page.locator('.tab.active', { hasText: title.slice(0, titleInTab) }).waitFor();
    const shown = new RunPage(page);
    await shown.content.locator('h1').filter({ hasText: title }).waitFor();
    return shown;
  }

  /** The state of the run: `Finished`, `Failed`. */
  state(text: string | RegExp = ''): Locator {
    return this.content.locator('.run-state').filter({ hasText: text });
  }

  /** The rows of the visible table, without the row of names. */
  get rows(): Locator {
    return this.content.locator('.value-table .table-row');
  }

  get tree(): Locator {
    return this.content.locator('#result-tree');
  }

  /** The lines of the console. */
  get lines(): Locator {
    return this.content.locator('#console .row');
  }

  /** The rows of the waterfall. */
  get calls(): Locator {
    return this.content.locator('.waterfall .row.call');
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

  select(label: string): Locator {
    return this.content.getByRole('combobox', { name: label });
  }

  tab(name: string | RegExp): Locator {
    return this.content.getByRole('tab', { name });
  }

  button(name: string): Locator {
    return this.content.getByRole('button', { name, exact: true });
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  /** Returns the id of the element that has the keyboard focus. */
  async focused(): Promise<string> {
    const frame = await this.frame();
    return frame.evaluate('document.activeElement?.id ?? ""');
  }

  /** Waits for this text in the clipboard, which the extension writes shortly after a button was pressed. */
  async untilCopied(text: string): Promise<void> {
    await this.#page.waitForFunction(
      `navigator.clipboard.readText().then((copied) => copied === ${JSON.stringify(text)})`,
    );
  }

  /**
   * Returns the problems that axe-core finds, one line each: the rule and the elements. The theme must be applied
   * before.
   */
  async accessibilityProblems(): Promise<readonly string[]> {
    const frame = await this.frame();
    await frame.evaluate(readFileSync(axe, 'utf8'));
    return frame.evaluate<readonly string[]>(`axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html.slice(0, 200) + ' ' + any.map(({ message }) => message).join(' '))))`);
  }

  async frame(): Promise<Frame> {
    const handle = await this.content.locator('body').elementHandle();
    const frame = await handle.ownerFrame();
    if (!frame) throw new Error('The webview has no frame.');
    return frame;
  }
}
