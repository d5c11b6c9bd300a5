import assert from 'node:assert/strict';
import { faultServer } from '../fakes/faultServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { scriptedMcp } from './scriptedMcp.ts';
import { ScriptedHttpServer } from './scriptedHttpServer.ts';
import { closedAfterEach } from '../fakes/opened.ts';

describe('a list of tools', () => {
  const closed = closedAfterEach();

  const workspaceOf = async (behaviour: string, startMs = 60_000) =>
    closed(await McpWorkspace.inMemory({ faults: faultServer(behaviour) }, { startMs }));

  it('has each tool with its schemas, hints and the server’s instructions', async () => {
    const workspace = await workspaceOf('ok');
    const listing = await workspace.source.listTools('faults', { signal: new AbortController().signal });
    assert.ok(listing.ok);
    assert.equal(listing.instructions, 'Everything here goes wrong on purpose.');
    assert.deepEqual(
      listing.tools.find(({ name }) => name === 'say_hello'),
      {
        name: 'say_hello',
        description: 'The tool say_hello of the fault server.',
        inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        outputSchema: {
          type: 'object',
          properties: { greeting: { type: 'string' } },
          required: ['greeting'],
        },
        annotations: { readOnlyHint: true },
      },
    );
  });

  it('has no secret of the server in its words, as it is kept on disk', async () => {
    const workspace = await workspaceOf('ok');
    const env = { API_KEY: 'of the fault server', API_TOKEN: 'goes wrong on purpose' };
    await workspace.define({ faults: { ...faultServer('ok'), env } });
    const listing = await workspace.source.listTools('faults', { signal: new AbortController().signal });
    assert.ok(listing.ok);
    assert.equal(listing.instructions, 'Everything here •••.');
    assert.equal(
      listing.tools.find(({ name }) => name === 'say_hello')?.description,
      'The tool say_hello •••.',
    );
  });

  it('leaves malformed tools out, with a warning and a log line for each', async () => {
    const workspace = await workspaceOf('malformed');
    const listing = await workspace.source.listTools('faults', { signal: new AbortController().signal });
    assert.ok(listing.ok);
    assert.deepEqual(
      listing.tools.map(({ name }) => name),
      ['echo', 'say_hello'],
    );
    assert.equal(listing.warnings?.filter((line) => line.includes(' omitted')).length, 5);
    assert.equal(workspace.log.filter((line) => line.includes(' omitted')).length, 5);
  });

  it('keeps tools whose names will collide in scripts, and calls each by its own name', async () => {
    const workspace = await workspaceOf('colliding');
    const names = (await workspace.tools('faults')).map(({ name }) => name);
    assert.deepEqual(names, ['get_thing', 'getThing', 'get-thing']);
    const answers = await Promise.all(names.map((name) => workspace.result('faults', name)));
    assert.deepEqual(
      answers.map(({ content: [block] }) => block?.type === 'text' && block.text),
      names,
    );
  });

  for (const [what, hints, times] of [
    ['is asked for once where the server does not say how long it holds', {}, 1],
    ['is asked for once while it holds', { ttlMs: 60_000 }, 1],
    ['is asked for again when it has run out', { ttlMs: 1e-6 }, 2],
  ] as const) {
    it(what, async () => {
      let asked = 0;
      const isAnswered = (method: string) => {
        if (method === 'tools/list') asked += 1;
        return false;
      };
      const server = await ScriptedHttpServer.start(scriptedMcp({ list: hints, asked: isAnswered }));
      const workspace = closed(await McpWorkspace.create({ lists: { type: 'http', url: server.url } }));
      await workspace.tools('lists');
      await workspace.tools('lists');
      assert.equal(asked, times);
      await server.close();
    });
  }

  it('is asked for again after list_changed, which is told to listeners', async () => {
    const workspace = await workspaceOf('ok');
    const before = await workspace.tools('faults');
    let changes = 0;
    const changed = new Promise<void>((resolve) => {
      workspace.source.onDidChange(() => {
        changes += 1;
        resolve();
      });
    });
    await Promise.all([workspace.call('faults', 'add_tool'), changed]);
    assert.equal(changes, 1);
    const names = (await workspace.tools('faults')).map(({ name }) => name);
    assert.equal(names.length, before.length + 1);
    assert.ok(names.includes('added_1'));
  });

  it('whose pages never end is given up', async () => {
    const workspace = await workspaceOf('endless');
    assert.match(
      await workspace.listError('faults'),
      /^it cannot list its tools: its tools have over 1000 pages/,
    );
  });

  it('that repeats a page is given up', async () => {
    const workspace = await workspaceOf('repeated');
    assert.match(await workspace.listError('faults'), /^it cannot list its tools: its tools repeat a page/);
  });

  it('that is answered with an error gives the server’s words', async () => {
    const workspace = await workspaceOf('list-error');
    assert.match(await workspace.listError('faults'), /^it cannot list its tools: .*the list is lost/);
  });

  it('that never comes is given up in time', async () => {
    const workspace = await workspaceOf('list-silent', 1_000);
    assert.match(await workspace.listError('faults'), /^it cannot list its tools: it took over 1 s\. Update/);
  });

  it('that kills its server says how it ended', async () => {
    const workspace = await workspaceOf('list-die');
    assert.match(await workspace.listError('faults'), /^it exited with code 9 while listing its tools/);
  });
});
