// A model of ours in the chat's picker: the model behind writes a script over the tools of Copilot Chat's request, which VS Code runs and confirms.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChatPanel } from '../bed/chatPanel.ts';
import { scriptedModelName } from '../bed/copilotProfile.ts';
import { pictureOfFailure, type CopilotSession } from '../bed/editorSession.ts';
import type { ModelRequest, ScriptedStep } from '../bed/scriptedModel.ts';
import { RunsPanel } from '../bed/runsPanel.ts';
import { sharedEditorWithCopilot } from '../bed/sharedEditor.ts';
import { Workbench } from '../bed/workbench.ts';

const codeModel = `Code Mode · ${scriptedModelName}`;

describe('a model of Code Mode in the picker', function () {
  this.timeout(240_000);
  let session: CopilotSession;
  let chat: ChatPanel;
  let names: ReturnType<typeof toolNames>;
  /** What VS Code asked where the model itself called the tools. */
  let askedOfCalls = '';

  before(async () => {
    // The request has the tools of VS Code's own MCP client, and nothing of the extension's.
    session = await sharedEditorWithCopilot({
      settings: { 'codeMode.mode': 'off', 'codeMode.provider.models': ['customendpoint/*'] },
      size: { width: 1400, height: 1100 },
    });
    const settings = join(session.workspace.folder, '.vscode', 'settings.json');
    const { 'chat.mcp.autostart': _never, ...others } = JSON.parse(readFileSync(settings, 'utf8')) as Record<string, unknown>;
    writeFileSync(settings, JSON.stringify(others));
    chat = await ChatPanel.open(session.window.page);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') console.log(`      ${await pictureOfFailure(session, this.currentTest.fullTitle())}`);
    await chat.newChat();
  });

  const path = (name: string) => join(session.workspace.folder, 'data', name);
  const input = {
    sum: () => ({ a: 40, b: 2 }),
    note: () => ({ path: path('note.txt'), content: 'The sum is 42.' }),
    edit: (name: string) => ({ filePath: path(`${name}.txt`), oldString: name, newString: `${name} is 42` }),
  };

  const tool = (name: string, given: object) => `tools.functions[${JSON.stringify(name)}](${JSON.stringify(given)})`;

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
    const sum = (of: (request: ModelRequest) => number) => agentRequests.reduce((total, request) => total + of(request), 0);
    const [messages, tools] = [sum(({ tokens }) => tokens.messages), sum(({ tokens }) => tokens.tools)];
    console.log(
      `      ${what}: ${trips} trips, ${agentRequests.length} model requests, ${messages} + ${tools} = ${messages + tools} tokens`,
    );
  }

  it('tells the same story by calls, for comparison', async () => {
    askedOfCalls = await tell(scriptedModelName, [
      ({ toolNames: offered }) => {
        names = toolNames(offered);
        return { calls: [{ name: names.sum, arguments: input.sum() }] };
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
      () => ({
        calls: [
          {
            name: 'executeCode',
            arguments: {
              code: [
                `const sum = await ${tool(names.sum, input.sum())};`,
                'await Promise.all([',
                ...[tool(names.note, input.note()), ...['alpha', 'beta'].map((name) => tool(names.edit, input.edit(name)))].map(
                  (line) => `  ${line},`,
                ),
                ']);',
                'return Number(/\\d+(?=\\D*$)/.exec(String(sum))?.[0]);',
              ].join('\n'),
            },
          },
        ],
      }),
      ({ messages }) => ({ text: `All is done: ${messages.at(-1)?.text ?? ''}.` }),
    ]);
    const requests = session.model.agentRequests;
    assert.equal(requests.length, 2);
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

  it('shows the model its script and the result in the next question', async () => {
    const code = 'return 6 * 7;';
    session.model.play([
      { calls: [{ name: 'executeCode', arguments: { code: `await ${tool(names.sum, input.sum())}; ${code}` } }] },
      { text: 'It is 42, as computed.' },
    ]);
    await chat.chooseModel(codeModel);
    await chat.send('How much is 6 times 7?');
    assert.match(await chat.answer(), /It is 42, as computed\./);
    session.model.play([{ text: 'Quite sure.' }]);
    await chat.send('Are you sure?');
    assert.match(await chat.answer(), /Quite sure\./);
    const told = JSON.stringify(session.model.agentRequests[0]?.body['messages']);
    assert.match(told, /executeCode.*return 6 \* 7;/);
    const result = session.model.agentRequests[0]?.messages.find(({ role }) => role === 'tool');
    assert.equal(result?.text, '42');
  });

  it('has its scripts among the runs, each with a trace of its calls', async () => {
    const panel = await RunsPanel.open(await Workbench.open(session.window.page));
    await panel.row('How much is 6 times 7?', /model provider .* 1 call/);
    const trace = await panel.openTrace('Add 40 and 2, note it, and put it into both files.');
    assert.equal(await trace.state.innerText(), 'Finished');
    assert.equal(await trace.calls.count(), 4);
    await trace.calls.filter({ hasText: /write/i }).click();
    await trace.facts.filter({ hasText: "the editor's own confirmation" }).waitFor();
  });
});

/** As VS Code names them. */
function toolNames(offered: readonly string[]): { readonly sum: string; readonly note: string; readonly edit: string } {
  const find = (pattern: RegExp) => offered.find((name) => pattern.test(name)) ?? `none of ${offered.join(' ')}`;
  return { sum: find(/^mcp_.*get-sum$/), note: find(/^mcp_.*write_file$/), edit: find(/^replace_string_in_file$/) };
}
