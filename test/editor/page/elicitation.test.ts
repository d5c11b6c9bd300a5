// Tests a server that asks a question during a call; a person answers in the editor's quick input, by keyboard.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askingServer } from '../../fakes/askingServer.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';
import { visitForm } from '../bed/visitForm.ts';
import { writeDefinitions } from '../bed/trusting.ts';

describe('a server that asks the person', function () {
  this.timeout(240_000);
  let story: StoryWindow;

  before(async () => {
    story = await storyWindow();
    const { folder } = story.session.workspace;
    mkdirSync(join(folder, '.code-mode'), { recursive: true });
    writeDefinitions(folder, { servers: { asking: askingServer() } });
    const code = `const { result } = await tools.asking.ask(${JSON.stringify(visitForm)});\nconsole.log(JSON.stringify(result, undefined, 1));\n`;
    writeFileSync(join(folder, '.code-mode', 'form.ts'), code);
  });

  it('is answered field by field, with defaults, checks and a way back', async () => {
    const { workbench } = story;
    const input = workbench.page.locator('.quick-input-widget');
    const press = (key: string) => workbench.page.keyboard.press(key);
    const step = (number: number, text: string | RegExp) =>
      input
        .filter({ hasText: `${number}/6` })
        .filter({ hasText: text })
        .waitFor();
    const shown = (text: string | RegExp) => input.filter({ hasText: text }).waitFor();
    await workbench.openFile('form.ts');
    await workbench.runCommand('Code Mode: Run Script');
    await step(1, 'MCP server "asking": About your visit');
    assert.match(await input.innerText(), /Email: Never shared.*an email address/s);
    await workbench.page.keyboard.type('me');
    await shown('It is an email address');
    await press('Enter');
    await workbench.page.keyboard.type('@example.com');
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
});
