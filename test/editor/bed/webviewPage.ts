// A page of Code Mode inside of its webview: the frame of the page in the frame that VS Code makes for it.
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

export class WebviewPage {
  readonly content: FrameLocator;
  readonly #page: Page;

  /** The frame of the visible webview; only one may be visible. */
  constructor(page: Page) {
    this.#page = page;
    this.content = page.frameLocator('iframe.webview:visible').frameLocator('#active-frame');
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
