// The question whether a script may write, as the user sees it: rows in the quick input above the editor.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { succeeds } from './attempts.ts';

const attempts = 30;
/**
 * Time limit of a click, in milliseconds. A click is slow on a busy machine, and takes effect even after it timed out.
 */
const attemptMs = 5_000;
/**
 * Pause in milliseconds that is longer than a question waits after each change of its rows; a click may cause such a
 * change.
 */
const closesMs = 700;
/** Time in milliseconds for the effect of a click; a click in the first half second of a question has none. */
const effectMs = 1_500;
const shownMs = 60_000;

/** The answers to the question about the duration of the permission. */
const lasting = /^(In This|For This|Everywhere)/;

export class ApprovalQuestion {
  readonly #widget: Locator;

  private constructor(widget: Locator) {
    this.#widget = widget;
  }

  /** Matches elements of `page` while a question, or a question with this text, is open. */
  static locate(
    page: Page,
    says = /Run this script|call of the running script|lways allow th|is called after/,
  ): Locator {
    return page.locator('.quick-input-widget:visible', { hasText: says });
  }

  static async open(page: Page, says?: RegExp): Promise<ApprovalQuestion> {
    const widget = ApprovalQuestion.locate(page, says);
    await widget.waitFor({ timeout: shownMs });
    return new ApprovalQuestion(widget);
  }

  /** Returns the title and the visible rows. */
  async text(): Promise<string> {
    return (await this.#widget.innerText()).replaceAll('\u00a0', ' ');
  }

  /** Lower edge of the question in the window, in pixels. */
  async bottom(): Promise<number> {
    const box = await this.#widget.boundingBox();
    assert.ok(box, 'The question is gone.');
    return box.y + box.height;
  }

  /** The row that Enter accepts. */
  async focused(): Promise<string> {
    return this.#widget.locator('.monaco-list-row.focused').innerText();
  }

  /** Finds a row by its whole label, which may begin with an icon. */
  row(label: string): Locator {
    const whole = new RegExp(`^\\s*${label.replaceAll(/[.()$]/g, '\\$&')}\\s*$`);
    const name = this.#widget.page().locator('.label-name', { hasText: whole });
    return this.#widget.locator('.monaco-list-row').filter({ has: name }).first();
  }

  /**
   * Picks an answer repeatedly until the question accepts it: a question accepts no answer in its first half second.
   * The pointer moves away after a click that failed, because the hover of the row below it covers the answers.
   */
  async answer(label: string): Promise<void> {
    if (lasting.test(label)) await this.pick('Always Allow…', this.row('Back'));
    for (let attempt = 1; ; attempt++) {
      await this.row(label)
        .click({ timeout: attemptMs })
        .catch(() => this.#widget.page().mouse.move(0, 0));
      if (await succeeds(this.isGone(closesMs))) return;
      assert.ok(attempt < attempts, `The question stays although ${label} was picked.`);
    }
  }

  /** Picks a row that leaves the question open, repeatedly until the effect is visible. */
  async pick(label: string, done: Locator): Promise<void> {
    for (let attempt = 1; attempt < attempts; attempt++) {
      await this.row(label).click({ timeout: attemptMs });
      if (await succeeds(done.waitFor({ timeout: effectMs }))) return;
    }
    assert.fail(`Picking ${label} did nothing.`);
  }

  async press(key: string): Promise<void> {
    await this.#widget.page().keyboard.press(key);
  }

  async isGone(timeout = shownMs): Promise<void> {
    await this.#widget.waitFor({ state: 'hidden', timeout });
  }
}
