// Tests a server that requests an answer of the person's language model: the person sees the request and decides, once
// or for longer.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { askingServer } from '../../../fakes/askingServer.ts';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { pageOptions, sharedEditor } from '../../../editor/bed/sharedEditor.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { writeDefinitions } from '../../../editor/bed/trusting.ts';
import { writeScripts } from '../../../editor/bed/workspace.ts';

const request = {
  method: 'sampling/createMessage',
  params: {
    systemPrompt: 'Be brief.',
    messages: [{ role: 'user', content: { type: 'text', text: 'How are you?' } }],
    maxTokens: 50,
    modelPreferences: { hints: [{ name: 'no-such-model' }, { name: 'mini' }] },
  },
};

describe('a server that asks for the language model', () => {
  let session: EditorSession;
  let workbench: Workbench;
  let input: Locator;
  let runs = 0;

  before(async () => {
    session = await sharedEditor({ ...pageOptions, goOn: true });
    const { folder } = session.workspace;
    writeDefinitions(folder, { servers: { asking: askingServer() } });
    const code = [
      `const { result, error } = await tools.asking.ask(${JSON.stringify(request)});`,
      'const count = Number((await codemode.store.get("count")) ?? 0) + 1;',
      'await codemode.store.set("count", count);',
      'console.log(`run ${count}: ${error ? error.message : result.model}`);',
      'console.log(`text: ${result?.content.text}`);',
    ];
    writeScripts(folder, { sample: code.join('\n') });
    workbench = await Workbench.open(session.window.page);
    await workbench.openFile('sample.ts');
    input = session.window.page.locator('.quick-input-widget');
  });

  const run = () => workbench.runCommand('Code Mode: Run Script');
  const asked = () => input.filter({ hasText: 'MCP server "asking": use your language model?' }).waitFor();
  const choose = (label: string) => input.locator('.monaco-list-row', { hasText: label }).first().click();
  const answered = (text: string) => workbench.outputShows(`run ${++runs}: ${text}`);

  it('shows what would be sent and to which model, and sends it when allowed, not when declined', async () => {
    await run();
    await asked();
    const shown = await input.innerText();
    for (const text of [/It wants to send to repeater-mini/, /system: Be brief\./, /user: How are you\?/])
      assert.match(shown, text);
    await choose('Allow Once');
    await answered('repeater-mini');
    // The text has two lines, since the view breaks it.
    await workbench.outputShows('text: Be brief. + How are you? with');
    await workbench.outputShows('{"max_tokens":50}');

    await run();
    await asked();
    await choose('Decline');
    await answered('The user denied the request.');
  });

  it('does not ask again when always allowed, until that is forgotten', async () => {
    await run();
    await asked();
    await choose('Always Allow');
    await answered('repeater-mini');
    await run();
    await answered('repeater-mini');
    await workbench.runCommand('Code Mode: Reset MCP Server Access to Language Models');
    await run();
    await asked();
    await choose('Never allow');
    await answered('The user denied the request.');
    await run();
    await answered('The user denied the request.');
  });
});
