// The result panel of a script, inside of its webview.
import type { Locator } from 'playwright-core';
import { WebviewPage } from './webviewPage.ts';

export class ResultPage extends WebviewPage {
  /** The state of the run: `Finished`, `Failed`. */
  state(text: string | RegExp): Locator {
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

  get calls(): Locator {
    return this.content.locator('.waterfall .row.call');
  }

  select(label: string): Locator {
    return this.content.getByRole('combobox', { name: label });
  }
}
