// A question that an MCP server asks in the chat (elicitation): a card above the input, with one field for a choice.
// The class names are those of VS Code 1.139.
import type { Locator, Page } from 'playwright-core';

const shownMs = 60_000;

export class ChatQuestion {
  readonly #answers: Locator;
  readonly #session: Locator;

  private constructor(page: Page) {
    this.#session = page.locator('.interactive-session').first();
    this.#answers = this.#shown('Do not run it');
  }

  static async open(page: Page): Promise<ChatQuestion> {
    const question = new ChatQuestion(page);
    await question.#answers.first().waitFor({ timeout: shownMs });
    return question;
  }

  /** The text of the whole chat, including the question. */
  async text(): Promise<string> {
    return (await this.#session.innerText()).replaceAll('\u00a0', ' ');
  }

  /** Clicks an answer. */
  async answer(label: string): Promise<void> {
    await this.#shown(label).first().click();
    await this.#answers.first().waitFor({ state: 'detached' });
  }

  /** Chooses *Always allow…*, then an answer of the form that replaces this one. */
  async answerAlways(label: string): Promise<void> {
    await this.#shown('Always allow…').first().click();
    await this.#shown(label).first().click();
    await this.#shown(label).first().waitFor({ state: 'detached' });
  }

  /** The chat keeps answered questions, hidden. */
  #shown(label: string): Locator {
    return this.#session.getByText(label, { exact: true }).filter({ visible: true });
  }
}
