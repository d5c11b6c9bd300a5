// Our models as any extension asks them, over a model of the test's: runs, pictures, failures, rules. The stories are
// test/editor/host/models.test.ts.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as vscode from 'vscode';
import { runsFolder } from '../../../../src/base/files/statePaths.ts';
import { runStoreIn } from '../../../fakes/runStoreIn.ts';
import { eventually, setForUser, setForWorkspace, workspaceFolder } from '../../../editor/host/invoke.ts';
import {
  calls,
  callsOf,
  ours,
  PlayedModel,
  says,
  script,
  setProvider,
  textOf,
  tools,
  user,
  withResults,
  type Played,
} from '../../../editor/host/playedModel.ts';

const {
  LanguageModelTextPart: Text,
  LanguageModelToolCallPart: Call,
  LanguageModelToolResultPart: Result,
  LanguageModelDataPart: Data,
} = vscode;

const minorVersion = Number(vscode.version.split('.')[1]);

/** VS Code looks into pictures before it sends them. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe('a model of Code Mode', () => {
  const played = PlayedModel.forTests();
  const { heard, ask } = played;

  it('sends the pictures that a script was answered with to the model behind, with its result', async () => {
    const calls = callsOf(await ask([script('return [await tools.functions.add({ a: 1 })];')]));
    const messages = withResults(calls, () => [new Text('shown'), Data.image(dot, 'image/png')]);
    await ask([says('A dot.')], { messages });
    const result = heard.at(-1)?.[0].at(-1)?.content[0];
    assert.ok(result instanceof Result);
    const [text, picture] = result.content;
    assert.ok(text instanceof Text && picture instanceof Data, JSON.stringify(result.content));
    assert.match(text.value, /^\["shown"\]\n\nPictures .*: call 1 \(add\)\.$/);
    assert.equal(picture.mimeType, 'image/png');
  });

  it('has one run for a script, from its first request to its end', async () => {
    const code = `// ${crypto.randomUUID()}\nreturn await tools.functions.add({ a: 1 });`;
    const store = runStoreIn(runsFolder(workspaceFolder().fsPath));
    const ofScript = async () => {
      const runs = (await store.list()).filter(
        ({ door, name }) => door === 'provider' && name === 'The played',
      );
      const records = await Promise.all(runs.map(({ id }) => store.read(id)));
      return records.filter((record) => record && 'v' in record.code && record.code.v === code);
    };
    const asked = [user('<context>The time.</context>\n<userRequest>\nAdd one.\n</userRequest>')];
    const calls = callsOf(await ask([script(code)], { messages: asked }));
    const [waiting] = await eventually(ofScript, (runs) => runs[0]?.calls === 1);
    assert.deepEqual([waiting?.durationMs, waiting?.title], [undefined, 'Add one.']);
    await ask([says('Done.')], { messages: withResults(calls, () => [new Text('r')], asked) });
    const runs = await eventually(ofScript, ([run]) => run?.state === 'done');
    assert.deepEqual(
      runs.map((run) => [
        run?.value,
        run?.callList.map(({ path, output, decision }) => [path, output, decision?.by]),
      ]),
      [[{ v: 'r' }, [['tools.functions.add', { v: 'r' }, 'client']]]],
    );
    await store.dispose();
  });

  it('ends the run of a script that the user cancels among the runs', async () => {
    const calls = callsOf(
      await ask([script('return await tools.functions.add({ a: 1 }); // to be cancelled')]),
    );
    const store = runStoreIn(runsFolder(workspaceFolder().fsPath));
    const newest = async () => (await store.list()).find(({ door }) => door === 'provider');
    const run = await eventually(newest, (found) => found?.durationMs === undefined && found?.calls === 1);
    await vscode.commands.executeCommand('codeMode.cancelRun', run?.id);
    const messages = withResults(calls, () => [new Text('"r"')]);
    assert.equal(textOf(await ask([says('I stop.')], { messages })), 'I stop.');
    assert.equal((await eventually(newest, (found) => found?.durationMs !== undefined))?.state, 'cancelled');
    await store.dispose();
  });

  it('gives a script a tool that failed or was skipped as a ToolError', async () => {
    const code =
      'return (await Promise.allSettled([1, 2].map((a) => tools.functions.add({ a })))).map(({ status }) => status).join();';
    const calls = callsOf(await ask([script(code)]));
    const texts = [
      'ERROR while calling tool: no.',
      'The user chose to skip the tool call, they want to proceed without running it',
    ];
    const messages = withResults(calls, (index) => [new Text(texts[index] ?? '')]);
    await ask([says('Neither.')], { messages });
    const result = heard.at(-1)?.[0].at(-1)?.content[0];
    assert.ok(result instanceof Result);
    const [value, notes = ''] = textOf(result.content).split('\n\n');
    assert.equal(value, '"rejected,rejected"');
    assert.match(
      notes,
      /can write and failed: tools\.functions\.add\(\{ a: 2 \}\)\.\n.*may have taken effect .*add\(\{ a: 1 \}\)\.$/,
    );
  });

  it('streams text, and passes pictures and the words of the system on', async () => {
    const picture = Data.image(dot, 'image/png');
    const { promise: goOn, resolve } = Promise.withResolvers<undefined>();
    played.played = [
      async (_messages, _options, report) => {
        report(new Text('First'));
        await goOn;
        report(new Text(', last.'));
      },
    ];
    const response = await played.model.sendRequest([user('See:', picture)], { tools: [...tools] });
    const texts: string[] = [];
    for await (const text of response.text) {
      texts.push(text);
      resolve(undefined);
    }
    assert.deepEqual(texts, ['First', ', last.']);
    const [text, passed] = heard[0]?.[0][0]?.content ?? [];
    assert.ok(text instanceof Text && passed instanceof Data);
    assert.deepEqual(
      [text.value, passed.mimeType, Buffer.from(passed.data).equals(dot)],
      ['See:', 'image/png', true],
    );
  });

  it('forwards a request without tools, and its failure', async () => {
    assert.equal(textOf(await ask([says('A title')], { with: [] })), 'A title');
    assert.deepEqual(heard[0]?.[1].tools ?? [], []);
    await assert.rejects(ask([() => Promise.reject(new Error('no title'))], { with: [] }), /no title/);
  });

  // Before 1.127, VS Code tells nobody of the end of a request that has begun (microsoft/vscode#319098).
  if (minorVersion >= 127) {
    it('cancels the model behind', async () => {
      const source = new vscode.CancellationTokenSource();
      const { promise: cancelled, resolve } = Promise.withResolvers<string>();
      const asked = ask(
        [
          async (_messages, _options, _report, token) => {
            const waiting = new AbortController();
            token.onCancellationRequested(() => waiting.abort());
            source.cancel();
            if (!token.isCancellationRequested) await once(waiting.signal, 'abort');
            resolve('cancelled');
          },
        ],
        { token: source.token },
      );
      assert.equal(await cancelled, 'cancelled');
      await asked.catch(() => undefined);
    });
  }

  it('tries again what failed for a reason that passes, as long as nothing was said', async () => {
    const limited: Played = () => Promise.reject(new Error('Request Failed: 429 retry-after: 0.01'));
    assert.equal(textOf(await ask([limited, limited, says('There.')])), 'There.');
    // VS Code loses what was reported together with a failure.
    const { promise: heardHalf, resolve } = Promise.withResolvers<undefined>();
    played.played = [
      async (_messages, _options, report) => {
        report(new Text('Half'));
        await heardHalf;
        throw new Error('Request Failed: 429 retry-after: 0.01');
      },
      says('never'),
    ];
    const { text } = await played.model.sendRequest([user('Hi.')], { tools: [...tools] });
    const texts: string[] = [];
    for await (const piece of text) {
      texts.push(piece);
      resolve(undefined);
    }
    assert.match(texts.join(''), /^Half\n\n\*\*Code Mode:\*\* .*429/);
  });

  it('says a failure in words', async () => {
    assert.match(
      textOf(await ask([() => Promise.reject(new Error('The key is wrong.'))])),
      /^\*\*Code Mode:\*\* The \w+ failed: .*The key is wrong\. Send the request again, or .*$/,
    );
  });

  it('ends a turn before it takes more tokens than it may', async () => {
    await setProvider('maxTokensPerTurn', 100);
    try {
      assert.match(textOf(await ask([says('never')])), /maxTokensPerTurn allows\. Raise the setting/);
      assert.equal(heard.length, 0);
    } finally {
      await setProvider('maxTokensPerTurn', undefined);
    }
  });

  it('tells what fills the window of the model', async () => {
    const used = { prompt_tokens: 70, completion_tokens: 5, total_tokens: 75 };
    const parts = await ask([
      (_messages, _options, report) => {
        report(new Text('Hello.'));
        report(Data.json(used, 'usage'));
      },
    ]);
    const usage = parts.find((part) => part instanceof Data);
    assert.ok(usage instanceof Data);
    assert.deepEqual(JSON.parse(Buffer.from(usage.data).toString()), used);
  });

  describe('with rules of its own', () => {
    const setRules = (rules: unknown) => setForUser('codeMode.models', rules);
    afterEach(() => setRules(undefined));
    const offered = () => heard.at(-1)?.[1].tools?.map(({ name }) => name);

    for (const match of ['scripted/played', 'pl?yed', 'f', 'The *']) {
      it(`gets its tools as they are where codeMode.models says so of ${match}`, async () => {
        await setRules([{ match, mode: 'tools' }]);
        const [call] = callsOf(
          await ask([(_messages, _options, report) => report(new Call('own', 'add', { a: 1 }))]),
        );
        assert.deepEqual([offered(), call?.callId], [['add', 'mcp_everything_get-env'], 'own']);
      });
    }

    it('keeps the tools that they exclude, beside those that are excluded for all', async () => {
      await setRules([{ match: 'played', excludedTools: ['*.add'] }]);
      const other = { name: 'other', description: 'Stays code.' };
      await ask([says('Hello.')], { with: [...tools, other] });
      assert.deepEqual(offered(), ['executeCode', 'add', 'mcp_everything_get-env']);
    });

    it('has its scripts checked as they say', async () => {
      const wrong = script('const right = true; return tools.functions.add({ a: right ? 1 : "one" });');
      assert.deepEqual(callsOf(await ask([wrong, says('I see.')])), []);
      await setRules([{ match: 'played', typeCheck: 'off' }]);
      assert.equal(callsOf(await ask([wrong])).length, 1);
    });

    it('gets code whatever codeMode.mode says of other chats', async () => {
      await setForWorkspace('codeMode.mode', 'off');
      try {
        await ask([says('Hello.')]);
        assert.equal(offered()?.[0], 'executeCode');
      } finally {
        await setForWorkspace('codeMode.mode', undefined);
      }
    });
  });

  describe('that answers in stages', () => {
    let staged: vscode.LanguageModelChat | undefined;
    before(async () => {
      await setProvider('stagedModels', ['scripted/pl*']);
      staged = (await eventually(ours, ({ length }) => length > 1)).find(
        ({ id }) => id === 'staged:scripted/played',
      );
    });
    after(() => setProvider('stagedModels', undefined));

    const choose = (...named: string[]) => calls('choose_tools', { reasoning: 'it adds', tools: named });
    const offered = () =>
      heard.map(([, options]) => [(options.tools ?? []).map(({ name }) => name).join(), options.toolMode]);
    it('takes text where the model calls nothing, and shows none of it but the answer', async () => {
      const answered = await ask(
        [
          says('I would take add.'),
          says('{"reasoning": "it adds", "tools": ["functions.add"]}'),
          says('Here:\n```ts\nreturn 6 * 7;\n```'),
          says('It is 42.'),
        ],
        { of: staged },
      );
      assert.deepEqual(
        offered().map(([names]) => names),
        ['choose_tools', '', 'run_script', ''],
      );
      assert.doesNotMatch(textOf(answered), /I would take|6 \* 7/);
      assert.match(textOf(answered), /\n\nIt is 42\.$/);
    });

    it('sends pictures with each request, and asks as often as passing failures need', async () => {
      const limited: Played = () => Promise.reject(new Error('Request Failed: 429 retry-after: 0.01'));
      const messages = [user('See:', Data.image(dot, 'image/png'))];
      const answered = await ask([limited, choose(), limited, says('A dot.')], { messages, of: staged });
      assert.match(textOf(answered), /No tools needed\S* it adds\n\nA dot\.$/);
      for (const [sent] of heard) assert.ok(sent.at(-1)?.content.some((part) => part instanceof Data));
    });

    it('says a failure in words', async () => {
      const fails: Played = () => Promise.reject(new Error('The key is wrong.'));
      assert.match(
        textOf(await ask([fails, fails], { of: staged })),
        /\*\*Code Mode:\*\* The \w+ failed: .*The key is wrong\. Send/,
      );
    });
  });
});
