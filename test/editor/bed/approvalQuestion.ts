// The question whether a script may write, as the user sees it: rows in the quick input above the editor.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

const attempts = 30;
/** A click takes long on a busy machine, and counts also when it was given up. */
const attemptMs = 5_000;
/** Longer than a question waits after each change of its rows, of which a click may be one. */
const closesMs = 700;
const shownMs = 60_000;

/** The answers to the question for how long. */
const lasting = /^(In This|For This|Everywhere)/;

export class ApprovalQuestion {
  readonly #widget: Locator;

  private constructor(widget: Locator) {
    this.#widget = widget;
  }

  /** What `page` has whenever a question is open, or one that says this. */
  static locate(page: Page, says = /Run this script|call of the running script|lways allow th|is called after/): Locator {
    return page.locator('.quick-input-widget:visible', { hasText: says });
  }

  static async open(page: Page, says?: RegExp): Promise<ApprovalQuestion> {
    const widget = ApprovalQuestion.locate(page, says);
    await widget.waitFor({ timeout: shownMs });
    return new ApprovalQuestion(widget);
  }

  /** Its title and the rows that are in view. */
  async text(): Promise<string> {
    return (await this.#widget.innerText()).replaceAll('\u00a0', ' ');
  }

  /** How far down the window it reaches, in pixels. */
  async bottom(): Promise<number> {
    const box = await this.#widget.boundingBox();
    assert.ok(box, 'The question is gone.');
    return box.y + box.height;
  }

  /** The row that Enter takes. */
  async focused(): Promise<string> {
    return this.#widget.locator('.monaco-list-row.focused').innerText();
  }

  /** By its whole label, which may begin with an icon. */
  row(label: string): Locator {
    const whole = new RegExp(`^\\s*${label.replaceAll(/[.()$]/g, '\\$&')}\\s*$`);
    const name = this.#widget.page().locator('.label-name', { hasText: whole });
    return this.#widget.locator('.monaco-list-row').filter({ has: name }).first();
  }

  /** Picks an answer, again and again until it counts: in its first half second a question takes none. */
  async answer(label: string): Promise<void> {
    if (lasting.test(label)) await this.pick('Always Allow…', this.row('Back'));
    for (let attempt = 1; ; attempt++) {
      await this.row(label)
        .click({ timeout: attemptMs })
        .catch(() => undefined);
      if (await this.#closesWithin(closesMs)) return;
      assert.ok(attempt < attempts, `The question stays although ${label} was picked.`);
    }
  }

  /** Picks a row that leaves the question open, again and again until what it does is seen. */
  async pick(label: string, done: Locator): Promise<void> {
    for (let attempt = 1; attempt < attempts; attempt++) {
      await this.row(label).click({ timeout: attemptMs });
      const isSeen = await done.waitFor({ timeout: attemptMs }).then(
        () => true,
        () => false,
      );
      if (isSeen) return;
    }
    assert.fail(`Picking ${label} did nothing.`);
  }

  async press(key: string): Promise<void> {
    await this.#widget.page().keyboard.press(key);
  }

  async isGone(timeout = shownMs): Promise<void> {
    await this.#widget.waitFor({ state: 'hidden', timeout });
  }

  async #closesWithin(ms: number): Promise<boolean> {
    return this.isGone(ms).then(
      () => true,
      () => false,
    );
  }
}
