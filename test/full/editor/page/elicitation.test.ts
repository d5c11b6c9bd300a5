// Tests a server that asks a question during a call: its fields, long messages, pages, and the ways to say no.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { askingServer } from '../../../fakes/askingServer.ts';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { pageOptions, sharedEditor } from '../../../editor/bed/sharedEditor.ts';
import { visitForm } from '../../../editor/bed/visitForm.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { writeDefinitions } from '../../../editor/bed/trusting.ts';
import { writeScripts } from '../../../editor/bed/workspace.ts';

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

describe('a server that asks the person', () => {
  let session: EditorSession;
  let workbench: Workbench;
  let input: Locator;

  before(async () => {
    session = await sharedEditor({ ...pageOptions, goOn: true });
    const { folder } = session.workspace;
    writeDefinitions(folder, { servers: { asking: askingServer() } });
    for (const [name, request] of Object.entries({ visit: visitForm, longForm, page })) {
      const code = `const { result } = await tools.asking.ask(${JSON.stringify(request)});\nconsole.log(JSON.stringify(result, undefined, 1));\n`;
      writeScripts(folder, { [name]: code });
    }
    workbench = await Workbench.open(session.window.page);
    input = session.window.page.locator('.quick-input-widget');
  });

  const press = (key: string) => session.window.page.keyboard.press(key);
  const run = (name: string) => workbench.runScript(`${name}.ts`);
  const step = (number: number, text: string | RegExp) =>
    input
      .filter({ hasText: `${number}/6` })
      .filter({ hasText: text })
      .waitFor();
  const shown = (text: string | RegExp) => input.filter({ hasText: text }).waitFor();

  it('is answered field by field, with defaults, checks and a way back', async () => {
    await run('visit');
    await step(1, 'MCP server "asking": About your visit');
    assert.match(await input.innerText(), /Email: Never shared.*an email address/s);
    await session.window.page.keyboard.type('me');
    await shown('It is an email address');
    await press('Enter');
    await session.window.page.keyboard.type('@example.com');
    await press('Enter');

    await step(2, /Nights.*a whole number, from 1 to 9/s);
    assert.equal(await input.locator('input').first().inputValue(), '2');
    await input.getByRole('button', { name: 'Back' }).click();
    await step(1, 'Email');
    assert.equal(await input.locator('input').first().inputValue(), 'me@example.com');
    await press('Enter');
    await step(2, 'Nights');
    await input.locator('input').first().fill('3');
    await press('Enter');

    await step(3, 'Skip');
    await press('Enter');
    await step(4, 'Large');
    assert.match(await input.innerText(), /\$\u200b\(star\) Small/);
    await press('Enter');
    await step(5, 'towel');
    await press('Enter');
    await input.getByPlaceholder('Choose at least 1. Extras').waitFor();
    await input.locator('.monaco-list-row', { hasText: 'lamp' }).click();
    await press('Enter');
    await step(6, 'Remark');
    await press('Enter');
    for (const line of [
      '"email": "me@example.com"',
      '"nights": 3',
      '"breakfast": true',
      '"size": "l"',
      '"lamp"',
    ])
      await workbench.outputShows(line);
  });

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
