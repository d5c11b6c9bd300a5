// Tests a server that requests an answer of the person's language model: the person sees the request and decides.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askingServer } from '../../fakes/askingServer.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';
import { writeDefinitions } from '../bed/trusting.ts';

const request = {
  method: 'sampling/createMessage',
  params: {
    systemPrompt: 'Be brief.',
    messages: [{ role: 'user', content: { type: 'text', text: 'How are you?' } }],
    maxTokens: 50,
    modelPreferences: { hints: [{ name: 'no-such-model' }, { name: 'mini' }] },
  },
};

describe('a server that asks for the language model', function () {
  this.timeout(240_000);
  let story: StoryWindow;

  before(async () => {
    story = await storyWindow();
    const { folder } = story.session.workspace;
    mkdirSync(join(folder, '.code-mode'), { recursive: true });
    writeDefinitions(folder, { servers: { asking: askingServer() } });
    const code = [
      `const { result, error } = await tools.asking.ask(${JSON.stringify(request)});`,
      'console.log(error ? error.message : `model: ${result.model}`);',
      'console.log(`text: ${result?.content.text}`);',
    ];
    writeFileSync(join(folder, '.code-mode', 'sample.ts'), code.join('\n'));
  });

  it('shows what would be sent and to which model, and sends it when allowed, not when declined', async () => {
    const { workbench } = story;
    const input = workbench.page.locator('.quick-input-widget', {
      hasText: 'MCP server "asking": use your language model?',
    });
    const choose = (label: string) => input.locator('.monaco-list-row', { hasText: label }).first().click();
    await workbench.openFile('sample.ts');
    await workbench.runCommand('Code Mode: Run Script');
    await input.waitFor();
    const shown = await input.innerText();
    for (const text of [/It wants to send to repeater-mini/, /system: Be brief\./, /user: How are you\?/])
      assert.match(shown, text);
    await choose('Allow Once');
    await workbench.outputShows('model: repeater-mini');
    // The text has two lines, since the view breaks it.
    await workbench.outputShows('text: Be brief. + How are you? with');
    await workbench.outputShows('{"max_tokens":50}');

    await workbench.runCommand('Code Mode: Run Script');
    await input.waitFor();
    await choose('Decline');
    await workbench.outputShows('The user denied the request.');
  });
});
