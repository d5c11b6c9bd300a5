// The chat panel as a person sees it. Every method waits for what the page shows, never for a length of time. The
// class names are those of VS Code 1.139.
import type { Locator, Page } from 'playwright-core';
import { succeeds, untilDone } from './attempts.ts';
import { scriptedModelName } from './copilotProfile.ts';

/** Milliseconds: on a fresh profile Copilot Chat is installed, activated and asked for its models first. */
const readyMs = 150_000;
const answerMs = 60_000;
/** Time limit in milliseconds from Enter until the chat shows the request. */
const sentMs = 10_000;
const mostAttempts = 10;
/** Time limit in milliseconds of a step within a picker, which may have closed: then it is opened again. */
const chosenMs = 2_000;

export class ChatPanel {
  readonly #page: Page;
  readonly #input: Locator;

  private constructor(page: Page) {
    this.#page = page;
    this.#input = page.locator('.interactive-input-part').first();
  }

  /** Resolves when the chat is in agent mode with the scripted model chosen. */
  static async open(page: Page): Promise<ChatPanel> {
    const panel = new ChatPanel(page);
    await panel.#input
      .locator('.model-picker-name', { hasText: scriptedModelName })
      .waitFor({ timeout: readyMs });
    await panel.#input.locator('.chat-mode-picker-item', { hasText: 'Agent' }).waitFor({ timeout: readyMs });
    // VS Code remembers the model of the window before, also one that is not there any more.
    const isChosen = await panel.#input
      .locator('.model-picker-name')
      .getByText(scriptedModelName, { exact: true })
      .first()
      .isVisible();
    if (!isChosen) await panel.chooseModel(scriptedModelName);
    return panel;
  }

  /** Resolves when the chat is in agent mode with that one of several models chosen. */
  static async openWithModel(page: Page, model: string): Promise<ChatPanel> {
    const panel = new ChatPanel(page);
    await panel.#input.locator('.chat-mode-picker-item', { hasText: 'Agent' }).waitFor({ timeout: readyMs });
    await panel.chooseModel(model);
    return panel;
  }

  /** Gives the chat two thirds of the window, by the handle left of it. */
  async widen(): Promise<void> {
    const bar = await this.#page.locator('.part.auxiliarybar').boundingBox();
    const window = this.#page.viewportSize();
    if (bar === null || window === null) throw new Error('The chat is not in the secondary side bar.');
    const y = bar.y + bar.height / 2;
    await this.#page.mouse.move(bar.x - 3, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(window.width / 3, y, { steps: 5 });
    await this.#page.mouse.up();
  }

  async newChat(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.#page
      .getByRole('button', { name: /^New Chat/ })
      .first()
      .click();
    await this.#page
      .locator('.interactive-session .interactive-request')
      .first()
      .waitFor({ state: 'detached' });
  }

  async send(prompt: string): Promise<void> {
    const request = this.#page.locator('.interactive-request', { hasText: prompt });
    const typed = this.#input.locator('.view-line', { hasText: prompt });
    // A chat that is restored after a reload empties its input once more.
    await untilDone(mostAttempts, async () => {
      await this.#input.locator('.chat-editor-container .monaco-editor').click();
      if (!(await typed.isVisible())) await this.#page.keyboard.insertText(prompt);
      await this.#page.keyboard.press('Enter');
      await request.waitFor({ timeout: sentMs });
    });
  }

  /** Stops what the chat is doing. */
  async stop(): Promise<void> {
    await this.#input.locator('.codicon-stop-circle').first().click();
  }

  /** Chooses in the picker below the input which agent gets the next prompt. */
  async chooseAgent(name: string): Promise<void> {
    const picker = this.#input.locator('.chat-mode-picker-item');
    const row = this.#page.locator('.action-widget .monaco-list-row').getByText(name, { exact: true });
    await this.#choose(() => picker.click(), row);
    await picker.filter({ hasText: name }).waitFor();
  }

  /**
   * Chooses in the picker below the input which model gets the next prompt; a search finds those that it does not
   * show at first.
   */
  async chooseModel(name: string): Promise<void> {
    const picker = this.#input.locator('.model-picker-name').first();
    const list = this.#page.locator('.action-widget');
    const row = list.locator('.monaco-list-row .title').getByText(name, { exact: true }).first();
    const search = async () => {
      await picker.click();
      await list.locator('.action-list-filter-input').fill(name, { timeout: chosenMs });
    };
    // A chat that is restored after a reload takes its own model once more.
    await untilDone(mostAttempts, async () => {
      await this.#choose(search, row);
      await picker.getByText(name, { exact: true }).waitFor({ timeout: sentMs });
    });
  }

  /** Chooses in the picker below the input what VS Code asks for in this chat: `Allow all`, `Autopilot`. */
  async permit(level: string | RegExp): Promise<void> {
    const picker = this.#page
      .locator('.chat-permission-picker, .action-label', {
        hasText: /Default permissions|Allow all|Autopilot/,
      })
      .first();
    const row = this.#page.locator('.action-widget .monaco-list-row', { hasText: level }).first();
    await this.#choose(() => picker.click(), row);
    const warning = this.#page.locator('.monaco-dialog-box');
    await warning
      .or(picker.filter({ hasText: level }))
      .first()
      .waitFor();
    if (await warning.isVisible()) await warning.locator('.monaco-button').first().click();
    await warning.waitFor({ state: 'detached' });
  }

  /**
   * The list closes when the chat, still busy with the last answer, takes the focus back; it does not gain what comes
   * later.
   */
  async #choose(open: () => Promise<void>, row: Locator): Promise<void> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      if (await succeeds(open().then(() => row.click({ timeout: chosenMs })))) return;
      await this.#page.keyboard.press('Escape');
    }
    throw new Error('The picker does not stay open.');
  }

  /**
   * Waits until the chat asks whether a tool may run: above the input, or in the answer where a model called the tool
   * itself.
   */
  async confirmation(): Promise<ChatConfirmation> {
    const above = this.#page.locator('.chat-tool-confirmation-carousel').first();
    const inAnswer = this.#page
      .locator('.interactive-item-container .chat-confirmation-widget2')
      .filter({ visible: true })
      .first();
    // In the answer, screen readers hear another name of the button.
    const [skipAbove, skipInAnswer] = [
      above.getByRole('button', { name: 'Skip' }),
      inAnswer.locator('.monaco-button').filter({ hasText: /^Skip$/ }),
    ];
    await skipAbove.or(skipInAnswer).first().waitFor({ timeout: answerMs });
    return (await skipAbove.isVisible())
      ? new ChatConfirmation(above, skipAbove)
      : new ChatConfirmation(inAnswer, skipInAnswer);
  }

  /** The finished answer to the last prompt, as text. */
  async answer(timeout = answerMs): Promise<string> {
    const response = this.#page.locator('.interactive-response.chat-most-recent-response');
    await response.locator('.chat-response-completed-at').waitFor({ state: 'attached', timeout });
    return visibleText(response);
  }
}

export class ChatConfirmation {
  readonly #widget: Locator;
  readonly #skip: Locator;

  constructor(widget: Locator, skip: Locator) {
    this.#widget = widget;
    this.#skip = skip;
  }

  /** Title and message; code is shown in editors, whose spaces are not those of the source. */
  async text(): Promise<string> {
    await this.#widget.locator('.view-line').first().waitFor();
    return visibleText(this.#widget);
  }

  /** The same for a question without code. */
  async message(): Promise<string> {
    return visibleText(this.#widget);
  }

  /** The button itself would allow the tool for the whole session, and so for later tests. */
  async allowOnce(): Promise<void> {
    await this.#widget.locator('.monaco-dropdown-button').click();
    // A menu takes no click in its first tenth of a second; it takes keys at once.
    await this.#widget.page().getByRole('menuitem', { name: 'Allow Once' }).hover();
    await this.#widget.page().keyboard.press('Enter');
    await this.#widget.waitFor({ state: 'detached' });
  }

  async skip(): Promise<void> {
    await this.#skip.click();
    await this.#widget.waitFor({ state: 'detached' });
  }
}

async function visibleText(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll('\u00a0', ' ');
}
