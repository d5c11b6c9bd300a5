// VS Code's debugger as a person uses it on a script: its question, breakpoints, call stack, variables.
import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** Starting the debugger of a window for the first time takes long on a busy machine. */
const standsMs = 90_000;

export class DebugPanel {
  readonly toolbar: Locator;
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.toolbar = workbench.page.locator('.debug-toolbar');
  }

  /** Opens a file of the workspace alone, with a single breakpoint at that line. */
  async openWithBreakpoint(name: string, line: number): Promise<void> {
    const { page } = this.#workbench;
    await this.#workbench.runCommand('View: Close All Editors');
    await this.#workbench.openFile(name);
    await page.keyboard.press('Control+G');
    await page.keyboard.type(String(line));
    await page.keyboard.press('Enter');
    await this.#workbench.runCommand('Debug: Toggle Breakpoint');
  }

  /** Accepts the question whether to debug. Resolves with the text of the question. */
  async allow(): Promise<string> {
    const dialog = await this.#workbench.dialog();
    const text = await dialog.textContent();
    await dialog.getByRole('button', { name: 'Debug', exact: true }).click();
    return text ?? '';
  }

  /** Waits until the debugger stops at that line of the file. */
  async standsAt(name: string, line: number): Promise<void> {
    await this.#rows('call-stack')
      .filter({ hasText: name })
      .filter({ has: this.#workbench.page.locator('.line-number', { hasText: new RegExp(`^${line}:`) }) })
      .first()
      .waitFor({ timeout: standsMs });
  }

  variable(text: string | RegExp): Locator {
    return this.#rows('variables').filter({ hasText: text }).first();
  }

  /** Shows the variables of a scope, which VS Code sometimes has open already. */
  async openScope(name: string): Promise<void> {
    const scope = this.variable(name);
    await scope.waitFor();
    if ((await scope.getAttribute('aria-expanded')) !== 'true')
      await scope.locator('.monaco-tl-twistie').click();
  }

  #rows(part: 'call-stack' | 'variables'): Locator {
    return this.#workbench.page.locator(`.debug-${part} .monaco-list-row`);
  }
}
