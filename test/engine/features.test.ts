// Tests `$resources` and `$prompts` in scripts, from the code to a real server and back, in both engines of the
// sandbox.
import assert from 'node:assert/strict';
import { testedEngines } from '../fakes/testedEngines.ts';
import { askingServer } from '../fakes/askingServer.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { realServer } from '../mcp/realServer.ts';
import { EngineOverServers } from './engineOverServers.ts';
import { openedForAll } from '../fakes/opened.ts';

for (const sandboxEngine of testedEngines) {
  describe(`what a server offers beside tools, in a script (${sandboxEngine ?? 'fake sandbox'})`, () => {
    const servers = {
      everything: realServer('everything'),
      files: realServer('filesystem', '${workspaceFolder}'),
      asking: askingServer(),
      notes: { ...askingServer(), env: { NO_SUBSCRIPTIONS: '1' } },
    };
    const options = { typeCheck: 'error', ...(sandboxEngine && { sandboxEngine }) } as const;
    const test = openedForAll(() => EngineOverServers.open(servers, options));

    it('a listed resource is read by its URI', async () => {
      const outcome = await test.run(`
        const [first] = await tools.everything.$resources.list();
        const [contents] = await tools.everything.$resources.read(first.uri);
        return contents.uri === first.uri && typeof contents.text;`);
      assert.deepEqual([outcome.value, outcome.errors], ['string', []]);
    });

    it('a listed resource can be passed as it is', async () => {
      const outcome = await test.run(`
        const { $resources } = tools.everything;
        const [first] = await $resources.list();
        return (await $resources.read(first)).length;`);
      assert.deepEqual([outcome.value, outcome.errors], [1, []]);
    });

    it('a template is filled in and read', async () => {
      const outcome = await test.run(`
        const templates = await tools.everything.$resources.templates();
        const { uriTemplate } = templates.find(({ name }) => name === 'Dynamic Text Resource')!;
        const [contents] = await tools.everything.$resources.read(uriTemplate.replace('{resourceId}', '7'));
        return contents.text!.slice(0, 10);`);
      assert.deepEqual([outcome.value, outcome.errors], ['Resource 7', []]);
    });

    it('a prompt is filled in, by name or as one object', async () => {
      const outcome = await test.run(`
        const { $prompts } = tools.everything;
        const names = (await $prompts.list()).map(({ name }) => name);
        const city = { city: 'Oslo' };
        const prompts = [await $prompts.get('args-prompt', city), await $prompts.get({ name: 'args-prompt', arguments: city })];
        return [names.includes('args-prompt'), ...prompts.map(({ messages }) => messages[0].content)];`);
      const content = { type: 'text', text: "What's weather in Oslo?" };
      assert.deepEqual([outcome.value, outcome.errors], [[true, content, content], []]);
    });

    it('an argument of a prompt is completed, with those that are known', async () => {
      const outcome = await test.run(`
        const { $prompts } = tools.everything;
        const name = 'completable-prompt';
        const { values: [department] } = await $prompts.complete({ name, argument: 'department', value: 'Sa' });
        return await $prompts.complete({ name, argument: 'name', value: 'E', arguments: { department: department! } });`);
      assert.deepEqual([outcome.value, outcome.errors], [{ values: ['Eve'], total: 1, hasMore: false }, []]);
    });

    it('a server that completes nothing has no such method', async () => {
      const question = "complete({ uriTemplate: 'note:{id}', argument: 'id', value: '' })";
      const typed = await test.run(`return await tools.notes.$resources.${question};`);
      assert.deepEqual([typed.ok, typed.calls], [false, []]);
      assert.match(typed.errors[0]?.message ?? '', /has no property `complete`/);
      const untyped = await test.run(`
        const { $resources }: any = tools.notes;
        return await $resources.${question};`);
      assert.match(
        untyped.errors[0]?.message ?? '',
        /^Server "notes" completes no arguments: no tools\.notes\.\$resources\.complete\.$/,
      );
    });

    it('a change of a resource is waited for', async () => {
      const outcome = await test.run(`
        const { $resources, toggleSubscriberUpdates } = tools.everything;
        const [first] = await $resources.list();
        const changed = $resources.updated(first);
        await $resources.read(first);
        await toggleSubscriberUpdates();
        const { uri } = await changed;
        await toggleSubscriberUpdates();
        return uri === first.uri;`);
      assert.deepEqual([outcome.value, outcome.errors], [true, []]);
    });

    it('a change between two waits is not missed', async () => {
      const outcome = await test.run(`
        const { $resources, tell } = tools.asking;
        const change = () => tell({ method: 'notifications/resources/updated', params: { uri: 'note:a' } });
        const first = $resources.updated('note:a');
        await change();
        await first;
        await change();
        return $resources.updated('note:a');`);
      assert.deepEqual([outcome.value, outcome.errors], [{ uri: 'note:a' }, []]);
    });

    it('a wait that the script does not take to its end goes with the run', async () => {
      const outcome = await test.run(`
        const { $resources } = tools.everything;
        const [first] = await $resources.list();
        const changed = $resources.updated(first);
        await $resources.read(first);
        return await Promise.race([changed, 'no longer']);`);
      assert.deepEqual([outcome.value, outcome.errors], ['no longer', []]);
    });

    it('a server that tells of no changes has no such method', async () => {
      const outcome = await test.run(`return await tools.notes.$resources.updated('note:a');`);
      assert.deepEqual([outcome.ok, outcome.calls], [false, []]);
      assert.match(outcome.errors[0]?.message ?? '', /updated/);
    });

    it('a server that tells of no changes says so where the type check cannot know', async () => {
      const outcome = await test.run(`
        const { $resources }: any = tools.notes;
        return $resources.updated('note:a').catch((error: any) => error.message);`);
      assert.match(
        JSON.stringify(outcome.value),
        /^"Server \\"notes\\" has no resource updates: .*\$resources\.updated\. Reread/,
      );
    });

    it('nobody is asked, and the record says that nothing was written', async () => {
      const approver = new RecordingApprover();
      const outcome = await test.run('await tools.everything.$prompts.list();', { approver });
      assert.deepEqual(approver.asked, []);
      const [call] = outcome.calls;
      assert.deepEqual(
        [call?.path, call?.server, call?.tool, call?.writes, call?.state],
        ['tools.everything.$prompts.list', 'everything', '$prompts.list', false, 'finished'],
      );
    });

    it('is told with the server, and described by its path', async () => {
      const outcome = await test.run(
        `return [await codemode.describe('everything'), await codemode.describe('tools.everything.$prompts')];`,
      );
      const [line, described] = outcome.value as readonly string[];
      assert.match(
        line ?? '',
        /; \$resources: list, templates, read, complete, updated; \$prompts: list, get, complete$/m,
      );
      assert.match(described ?? '', /^tools\.everything\.\$prompts\.get\(name: string, args\?: /m);
    });

    it('a failure is a ToolError that the script can catch', async () => {
      const outcome = await test.run(`
        try { await tools.everything.$resources.read('demo://nowhere'); }
        catch (error) { return error instanceof ToolError && [error.code, error.server, error.tool]; }`);
      assert.deepEqual(outcome.value, ['protocol_error', 'everything', '$resources.read']);
    });

    it('an argument of the wrong kind is refused before the server is asked', async () => {
      const outcome = await test.run(`
        const uri: any = 7;
        return tools.everything.$resources.read(uri).catch((error) => error.message);`);
      assert.match(
        JSON.stringify(outcome.value),
        /^"tools\.everything\.\$resources\.read takes a resource URI/,
      );
    });

    it('a name that is computed gets the server’s answer where it offers no such thing', async () => {
      const outcome = await test.run(`
        const name: string = 'files';
        return tools[name].$prompts.list().catch((error) => [error.code, error.message]);`);
      const [code, message] = outcome.value as readonly string[];
      assert.equal(code, 'unknown_tool');
      assert.match(message ?? '', /^Server "files" has no prompts: no tools\.files\.\$prompts\. Its tools: /);
    });

    it('what a server does not offer ends the run before it starts', async () => {
      const outcome = await test.run('return await tools.files.$resources.list();');
      assert.equal(outcome.ok, false);
      assert.deepEqual(outcome.calls, []);
      assert.match(outcome.errors[0]?.message ?? '', /\$resources/);
    });
  });
}

describe('what a person has excluded of a server', () => {
  const test = openedForAll(() =>
    EngineOverServers.open({ everything: realServer('everything') }, { exclusions: ['everything.$res*'] }),
  );

  it('is refused before the run where the code names it', async () => {
    const { errors, calls } = await test.run('return await tools.everything.$resources.list();');
    assert.deepEqual([errors[0]?.code, calls], ['excluded_tool', []]);
    assert.match(
      errors[0]?.message ?? '',
      /^tools\.everything\.\$resources is excluded by "everything\.\$res\*"/,
    );
  });

  it('is refused at the call where the name is computed', async () => {
    const outcome = await test.run(`
      const part = ['$res', 'ources'].join('');
      return tools.everything[part].list().catch((error) => error.code);`);
    assert.deepEqual([outcome.value, outcome.errors], ['excluded', []]);
  });

  it('is not told with the server', async () => {
    const { value } = await test.run("return await codemode.describe('everything');");
    assert.match(JSON.stringify(value), /; \$prompts: list, get, complete/);
    assert.doesNotMatch(JSON.stringify(value), /\$resources/);
  });

  it('leaves the rest of the server', async () => {
    const outcome = await test.run('return (await tools.everything.$prompts.list()).length > 0;');
    assert.deepEqual([outcome.value, outcome.errors], [true, []]);
  });
});
