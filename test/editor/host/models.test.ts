// Tests Code Mode's models from the view of any extension, over a model of the test. The picker of Copilot Chat:
// test/full/editor/chat/provider.test.ts.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './invoke.ts';
import {
  calls,
  callsOf,
  ours,
  PlayedModel,
  says,
  script,
  setProvider,
  textOf,
  user,
  withResults,
  type Played,
} from './playedModel.ts';

const {
  LanguageModelTextPart: Text,
  LanguageModelToolCallPart: Call,
  LanguageModelToolResultPart: Result,
} = vscode;

describe('a model of Code Mode', () => {
  const { heard, ask } = PlayedModel.forTests();

  it('is offered under the name of the model behind, and offers that code over the tools, excluded ones as they are', async () => {
    assert.deepEqual(
      (await ours()).map(({ id, name }) => [id, name]),
      [['scripted/played', 'Code Mode · The played']],
    );
    await ask([says('Hello.')]);
    const offered = heard[0]?.[1].tools ?? [];
    assert.deepEqual(
      offered.map(({ name }) => name),
      ['executeCode', 'mcp_everything_get-env'],
    );
    assert.match(offered[0]?.description ?? '', /tools\.functions\.add\(input: \{ a: number \}\)/);
  });

  it('sends the calls of a script, takes their results, and asks the model with what the script returned', async () => {
    const first = await ask([
      script(
        'const all = await Promise.all([1, 2].map((a) => tools.functions.add({ a }))); return all.join();',
      ),
    ]);
    const sent = callsOf(first);
    assert.deepEqual(
      sent.map(({ name, input }) => [name, input]),
      [
        ['add', { a: 1 }],
        ['add', { a: 2 }],
      ],
    );
    const messages = withResults(sent, (index) => [new Text(`r${index}`)]);
    const second = await ask([says('Both', ' are there.')], { messages });
    assert.equal(textOf(second), 'Both are there.');
    const last = heard.at(-1)?.[0] ?? [];
    const [made, result] = last.slice(-2).map(({ content }) => content[0]);
    assert.ok(made instanceof Call && result instanceof Result);
    assert.deepEqual([made.callId, made.name, result.callId], ['call_1', 'executeCode', 'call_1']);
    assert.equal(textOf(result.content), '"r0,r1"');
  });

  it('in stages chooses, writes, lets VS Code call and interprets, each in a request of its own', async () => {
    const choose = (...named: string[]): Played =>
      calls('choose_tools', { reasoning: 'it adds', tools: named });
    const write = (written: string): Played => calls('run_script', { code: written });
    const { Auto, Required } = vscode.LanguageModelChatToolMode;
    await setProvider('stagedModels', ['scripted/pl*']);
    try {
      const staged = (await eventually(ours, ({ length }) => length > 1)).find(
        ({ id }) => id === 'staged:scripted/played',
      );
      assert.equal(staged?.name, 'Code Mode · The played (stages)');
      const code = 'const r = await tools.functions.add({ a: 1 }); return `got ${r}`;';
      const first = await ask([choose('functions.add'), write(code)], { of: staged });
      const sent = callsOf(first);
      assert.deepEqual(
        sent.map(({ name, input }) => [name, input]),
        [['add', { a: 1 }]],
      );
      assert.match(textOf(first), /^> \*\*Code Mode:\*\* Chose tools\S+functions\S+add\S* it adds$/);
      const results = sent.map(({ callId }) => new Result(callId, [new Text('r')]));
      const messages = [
        user('Hi.'),
        vscode.LanguageModelChatMessage.Assistant([new Text(textOf(first)), ...sent]),
        vscode.LanguageModelChatMessage.User(results),
      ];
      const last = await ask([says('It', ' is there.')], { messages, of: staged });
      assert.equal(textOf(last), 'It is there.');
      const offered = heard.map(([, options]) => [
        (options.tools ?? []).map(({ name }) => name).join(),
        options.toolMode,
      ]);
      assert.deepEqual(offered, [
        ['choose_tools', Required],
        ['run_script', Required],
        ['', Auto],
      ]);
      assert.match(JSON.stringify(heard.at(-1)?.[0]), /script was run for it.*got r/);
    } finally {
      await setProvider('stagedModels', undefined);
    }
  });
});
