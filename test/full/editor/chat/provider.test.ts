// A model of ours in the chat's picker: the model behind writes a script over the tools of Copilot Chat's request,
// which VS Code runs and confirms.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChatPanel } from '../../../editor/bed/chatPanel.ts';
import { scriptedModelName } from '../../../editor/bed/copilotProfile.ts';
import type { CopilotSession } from '../../../editor/bed/editorSession.ts';
import {
  answerFromSum,
  call,
  executes,
  lastText,
  type ModelRequest,
  type ScriptedStep,
  type ScriptedTurn,
} from '../../../editor/bed/scriptedModel.ts';
import { RunsPanel } from '../../../editor/bed/runsPanel.ts';
import { sharedEditorWithCopilot } from '../../../editor/bed/sharedEditor.ts';
import { isStage, write } from '../../../editor/bed/stagedTurns.ts';
import { reloadKeeping, Workbench } from '../../../editor/bed/workbench.ts';
import { changeSettings } from '../../../editor/bed/workspace.ts';

const codeModel = `Code Mode · ${scriptedModelName}`;

describe('a model of Code Mode in the picker', () => {
  let session: CopilotSession;
  let chat: ChatPanel;
  let names: ReturnType<typeof toolNames>;
  /** The confirmation that VS Code showed when the model itself called the tools. */
  let askedOfCalls = '';

  before(async () => {
    // The request has the tools of VS Code's own MCP client, and nothing of the extension's.
    session = await sharedEditorWithCopilot({
      settings: { 'codeMode.mode': 'off', 'codeMode.provider.models': ['customendpoint/*'] },
      size: { width: 1400, height: 1100 },
    });
    changeSettings(session.workspace.folder, { 'chat.mcp.autostart': undefined });
    chat = await ChatPanel.open(session.window.page);
  });

  afterEach(async () => {
    await chat.newChat();
  });

  const path = (name: string) => join(session.workspace.folder, 'data', name);
  const input = {
    sum: () => ({ a: 40, b: 2 }),
    note: () => ({ path: path('note.txt'), content: 'The sum is 42.' }),
    edit: (name: string) => ({ filePath: path(`${name}.txt`), oldString: name, newString: `${name} is 42` }),
  };

  const tool = (name: string, given: object) =>
    `tools.functions[${JSON.stringify(name)}](${JSON.stringify(given)})`;

  /** The same story, told by calls or by a script: a sum, then a note and two edits. Returns what VS Code asked. */
  async function tell(model: string, script: readonly ScriptedStep[]): Promise<string> {
    rmSync(path('note.txt'), { force: true });
    writeFileSync(path('alpha.txt'), 'alpha\n');
    writeFileSync(path('beta.txt'), 'beta\n');
    await chat.chooseModel(model);
    session.model.play(script);
    await chat.send('Add 40 and 2, note it, and put it into both files.');
    const confirmation = await chat.confirmation();
    const asked = await confirmation.message();
    assert.ok(!existsSync(path('note.txt')), 'It was written before it was allowed.');
    await confirmation.allowOnce();
    assert.match(await chat.answer(), /All is done: 42\./);
    assert.match(readFileSync(path('alpha.txt'), 'utf8'), /^alpha is 42/);
    assert.match(readFileSync(path('beta.txt'), 'utf8'), /^beta is 42/);
    assert.equal(readFileSync(path('note.txt'), 'utf8'), 'The sum is 42.');
    return asked;
  }

  function print(what: string, trips: number): void {
    const { agentRequests } = session.model;
    const sum = (of: (request: ModelRequest) => number) =>
      agentRequests.reduce((total, request) => total + of(request), 0);
    const [messages, tools] = [sum(({ tokens }) => tokens.messages), sum(({ tokens }) => tokens.tools)];
    console.log(
      `      ${what}: ${trips} trips, ${agentRequests.length} model requests, ${messages} + ${tools} = ${messages + tools} tokens`,
    );
  }

  it('tells the same story by calls, for comparison', async () => {
    askedOfCalls = await tell(scriptedModelName, [
      ({ toolNames: offered }) => {
        names = toolNames(offered);
        return call(names.sum, input.sum());
      },
      () => ({
        calls: [
          { name: names.note, arguments: input.note() },
          ...['alpha', 'beta'].map((name) => ({ name: names.edit, arguments: input.edit(name) })),
        ],
      }),
      { text: 'All is done: 42.' },
    ]);
    assert.equal(session.model.agentRequests.length, 3);
    print('tools', 2);
  });

  it('runs a script over the edit tool and two servers, with one request for code and one for the answer', async () => {
    const asked = await tell(codeModel, [
      () =>
        script(
          `const sum = await ${tool(names.sum, input.sum())};`,
          'await Promise.all([',
          ...[
            tool(names.note, input.note()),
            ...['alpha', 'beta'].map((name) => tool(names.edit, input.edit(name))),
          ].map((line) => `  ${line},`),
          ']);',
          'return Number(/\\d+(?=\\D*$)/.exec(String(sum))?.[0]);',
        ),
      (request) => ({ text: `All is done: ${lastText(request)}.` }),
    ]);
    const requests = session.model.agentRequests;
    assert.equal(requests.length, 2);
    // VS Code's system message becomes the beginning of the user's first message: an extension has no other place for
    // it.
    const [system, first] = requests[0]?.messages ?? [];
    assert.deepEqual([system?.role, first?.role], ['system', 'user']);
    assert.doesNotMatch(system?.text ?? '', /AI programming assistant/);
    assert.match(first?.text ?? '', /^You are an expert AI programming assistant/);
    const [code, ...others] = requests[0]?.toolNames ?? [];
    assert.equal(code, 'executeCode');
    // The workspace excludes `everything.get-env` from scripts.
    assert.ok(
      others.every((name) => /^(?:findTools|view_image|activate_.*|mcp_.*get-env)$/.test(name)),
      others.join(' '),
    );
    assert.match(asked, /Run Write File/);
    const withoutRisk = (text: string) => text.replace(/Assessing risk…\n/, '');
    assert.equal(withoutRisk(asked), withoutRisk(askedOfCalls));
    print('code', 2);
  });

  const script = (...lines: readonly string[]) => executes(lines.join('\n'));

  /** Asks a question, and answers it. */
  async function ask(question: string, ...steps: readonly ScriptedStep[]): Promise<string> {
    session.model.play(steps);
    await chat.send(question);
    return chat.answer();
  }

  it('shows the model its script and the result in the next question, also after a reload and a summary of the chat', async () => {
    await chat.chooseModel(codeModel);
    const computed = await ask(
      'How much is 6 times 7?',
      script(`await ${tool(names.sum, input.sum())};`, 'return 6 * 7;'),
      {
        text: 'It is 42, as computed.',
      },
    );
    assert.match(computed, /It is 42, as computed\./);
    await session.keepsChat('as computed');
    await reloadKeeping(session.window.page, 'How much is 6 times 7?');
    chat = await ChatPanel.open(session.window.page);
    await chat.chooseModel(codeModel);
    assert.match(await ask('Are you sure?', { text: 'Quite sure.' }), /Quite sure\./);
    const knowsScript = () => {
      const [request] = session.model.agentRequests;
      assert.match(JSON.stringify(request?.body['messages']), /executeCode.*return 6 \* 7;/);
      assert.equal(request?.messages.find(({ role }) => role === 'tool')?.text, '42');
    };
    knowsScript();
    await ask('/compact', { text: 'They wanted a product, and got forty-two.' });
    knowsScript();
    const again = await ask(
      'And the sum?',
      script(`return await ${tool(names.sum, input.sum())};`),
      (request) => ({ text: `Then it is: ${lastText(request)}.` }),
    );
    assert.match(again, /Then it is: .*42/);
    const [request] = session.model.agentRequests;
    assert.match(JSON.stringify(request?.body['messages']), /They wanted a product, and got forty-two\./);
    assert.doesNotMatch(JSON.stringify(request?.body['messages']), /return 6 \* 7/);
  });

  it('asks again after as long as the message of the endpoint asks for', async () => {
    const times: number[] = [];
    const timed = (turn: ScriptedTurn) => () => {
      times.push(performance.now());
      return turn;
    };
    // VS Code hands on the message alone, without headers. Without a time in it the second request would come after 1.5
    // seconds at most.
    const limited = timed({ status: 429, message: 'Too many requests, try again in 4 s.' });
    await chat.chooseModel(codeModel);
    assert.match(
      await ask('Is it you?', limited, timed({ text: 'Yes, after a while.' })),
      /Yes, after a while\./,
    );
    const [first = 0, second = 0] = times;
    assert.equal(times.length, 2);
    assert.ok(second - first >= 4_000, `${second - first} ms`);
  });

  it('ends the request to the model when the user stops it', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<undefined>();
    await chat.chooseModel(codeModel);
    session.model.play([
      { begins: 'This is the beginning.\n\nIt goes on.\n\n', onHungUp: () => resolve(undefined) },
    ]);
    await chat.send('Never end.');
    await session.window.page.getByText('This is the beginning.').waitFor();
    await chat.stop();
    await hungUp;
    assert.match(await ask('And now?', { text: 'Here again.' }), /Here again\./);
  });

  it('ends a script when the user stops it, and tells the model in the next question', async () => {
    await chat.chooseModel(codeModel);
    session.model.play([
      script(
        `await ${tool(names.long, { duration: 60, steps: 60 })};`,
        `await ${tool(names.note, input.note())};`,
      ),
      { text: 'never said' },
    ]);
    await chat.send('Take your time.');
    await session.window.page
      .getByText(/Running Trigger Long Running/)
      .first()
      .waitFor();
    await chat.stop();
    await chat.answer();
    assert.equal(session.model.agentRequests.length, 1);
    assert.match(await ask('What happened?', { text: 'You stopped it.' }), /You stopped it\./);
    const result = session.model.agentRequests[0]?.messages.find(({ role }) => role === 'tool');
    assert.match(result?.text ?? '', /cancelled/);
  });

  it('makes no further call of a script whose window was loaded again, and answers the next question', async () => {
    const { page } = session.window;
    rmSync(path('note.txt'), { force: true });
    await chat.chooseModel(codeModel);
    session.model.play([
      script(`await ${tool(names.note, input.note())};`, 'return 1;'),
      { text: 'never said' },
    ]);
    await chat.send('Note the sum.');
    await chat.confirmation();
    await reloadKeeping(page, 'Note the sum.');
    chat = await ChatPanel.open(page);
    await chat.chooseModel(codeModel);
    assert.match(await ask('And now?', { text: 'It was interrupted.' }), /It was interrupted\./);
    assert.ok(!existsSync(path('note.txt')));
    assert.equal(session.model.agentRequests.length, 1);
  });

  it('offers a model in stages that is chosen with the keyboard, and shows what it chose and why', async () => {
    const { page } = session.window;
    await (await Workbench.open(page)).runCommand('Code Mode: Choose Models');
    const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: 'customendpoint/scripted' });
    await row.nth(1).waitFor();
    await page.keyboard.insertText('scripted (stages)');
    await row.nth(1).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.locator('.quick-input-widget').getByText('1 Selected').waitFor();
    await page.keyboard.press('Enter');
    await chat.chooseModel(`${codeModel} (stages)`);
    const path = `functions[${JSON.stringify(names.sum)}]`;
    const stages: ModelRequest[] = [];
    const stage = (turn: (request: ModelRequest) => ScriptedTurn) => (request: ModelRequest) => {
      stages.push(request);
      return turn(request);
    };
    session.model.play(
      [
        stage((request) => {
          const sum = /\w*GetSum/.exec(lastText(request))?.[0] ?? '';
          return call('choose_tools', { reasoning: 'it adds', tools: [`functions.${sum}`] });
        }),
        stage(() => write(`return await tools.${path}({ a: 40, b: 2 });`)),
        stage(answerFromSum),
      ],
      isStage,
    );
    await chat.send('How much is 40 and 2?');
    assert.match(await chat.answer(), /The answer is 42\./);
    assert.deepEqual(
      stages.map(({ toolNames: offered }) => offered.join()),
      ['choose_tools', 'run_script', ''],
    );
    await page
      .locator('.interactive-response')
      .last()
      .getByText(/^Completed \d steps/)
      .click();
    await page
      .locator('.interactive-response')
      .last()
      .getByText(/Chose tools\.functions\.\w*GetSum: it adds/)
      .waitFor();
  });

  it('has its scripts among the runs, each with a trace of its calls', async () => {
    const panel = await RunsPanel.open(await Workbench.open(session.window.page));
    await panel.row('How much is 6 times 7?', /model provider .* 1 call/);
    const trace = await panel.openTrace('Add 40 and 2, note it, and put it into both files.');
    assert.equal(await trace.state().innerText(), 'Finished');
    assert.equal(await trace.calls.count(), 4);
    await trace.calls.filter({ hasText: /write/i }).click();
    await trace.facts.filter({ hasText: "the editor's own confirmation" }).waitFor();
  });
});

/** As VS Code names them. */
function toolNames(offered: readonly string[]): Readonly<Record<'sum' | 'note' | 'edit' | 'long', string>> {
  const find = (pattern: RegExp) =>
    offered.find((name) => pattern.test(name)) ?? `none of ${offered.join(' ')}`;
  return {
    sum: find(/^mcp_.*get-sum$/),
    note: find(/^mcp_.*write_file$/),
    edit: find(/^replace_string_in_file$/),
    long: find(/trigger-long/),
  };
}
