// A server that asks in the middle of a call: long messages, pages, and the ways to say no. The story is
// test/editor/page/elicitation.test.ts.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { askingServer } from '../../../fakes/askingServer.ts';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { pageOptions, sharedEditor } from '../../../editor/bed/sharedEditor.ts';
import { visitForm } from '../../../editor/bed/visitForm.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { writeDefinitions } from '../../../editor/bed/trusting.ts';

const longForm = {
  method: 'elicitation/create',
  params: {
    message: `${'All your notes of this year are taken away, with their pictures. '.repeat(4)}Nobody can bring them back.`,
    requestedSchema: {
      type: 'object',
      properties: { sure: { type: 'boolean', title: 'Go on?' } },
      required: ['sure'],
    },
  },
};
const page = {
  method: 'elicitation/create',
  params: {
    mode: 'url',
    message: 'Sign in to go on',
    elicitationId: 'e1',
    url: `https://example.com/sign-in?next=${'a-long-way/'.repeat(12)}`,
  },
};

describe('a server that asks the person', function () {
  this.timeout(240_000);
  let session: EditorSession;
  let workbench: Workbench;
  let input: Locator;

  before(async () => {
    session = await sharedEditor({ ...pageOptions, goOn: true });
    const { folder } = session.workspace;
    mkdirSync(join(folder, '.code-mode'), { recursive: true });
    writeDefinitions(folder, { servers: { asking: askingServer() } });
    for (const [name, request] of Object.entries({ visit: visitForm, longForm, page })) {
      const code = `const { result } = await tools.asking.ask(${JSON.stringify(request)});\nconsole.log(JSON.stringify(result, undefined, 1));\n`;
      writeFileSync(join(folder, '.code-mode', `${name}.ts`), code);
    }
    workbench = await Workbench.open(session.window.page);
    input = session.window.page.locator('.quick-input-widget');
  });

  const press = (key: string) => session.window.page.keyboard.press(key);
  const run = async (name: string) => {
    await workbench.openFile(`${name}.ts`);
    await workbench.runCommand('Code Mode: Run Script');
  };
  const step = (number: number, text: string | RegExp) =>
    input
      .filter({ hasText: `${number}/6` })
      .filter({ hasText: text })
      .waitFor();
  const shown = (text: string | RegExp) => input.filter({ hasText: text }).waitFor();

  it('has a message that is too long for a title read whole before anything can be picked', async () => {
    await run('longForm');
    await shown('Nobody can bring them back.');
    await input.locator('.monaco-list-row', { hasText: 'Continue to the Form' }).click();
    await input.getByPlaceholder('Go on?').waitFor();
    await input.locator('.monaco-list-row', { hasText: 'No' }).click();
    await workbench.outputShows('"sure": false');
  });

  it('is cancelled by Escape', async () => {
    await run('visit');
    await step(1, 'Email');
    await press('Escape');
    await workbench.outputShows('"action": "cancel"');
  });

  it('is declined by a button', async () => {
    await run('visit');
    await step(1, 'Email');
    await input.getByRole('button', { name: 'Decline', exact: true }).click();
    await workbench.outputShows('"action": "decline"');
  });

  it('shows the whole address of a page, and does nothing on Enter alone', async () => {
    await run('page');
    await shown('this page of example.com');
    const address = (await input.innerText()).replaceAll(/\s/g, '');
    assert.ok(address.includes(page.params.url), address);
    await press('Enter');
    await shown('Open example.com in the browser');
    await input.locator('.monaco-list-row', { hasText: 'Ask Again' }).click();
    await input.waitFor({ state: 'hidden' });
  });
});
