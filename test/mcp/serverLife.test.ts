import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import type { ConnectionTimings } from '../../src/mcp/connection/connectionTimings.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { listen } from '../fakes/listen.ts';
import { isAlive } from './isAlive.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure } from './outcomes.ts';
import { closedAfterEach } from '../fakes/opened.ts';

describe('a server', () => {
  const closed = closedAfterEach();

  const workspaceOf = async (servers: object, timings: Partial<ConnectionTimings> = {}) =>
    closed(await McpWorkspace.create(servers, timings));
  /** For behaviour that is the same for a server that is not a process. */
  const inMemoryOf = async (servers: object, timings: Partial<ConnectionTimings> = {}) =>
    closed(await McpWorkspace.inMemory(servers, timings));
  /** Resolves when the server has started. */
  const running = (workspace: McpWorkspace) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    workspace.source.onDidChange(
      () => void workspace.state('faults').then((state) => state === 'running' && resolve(undefined)),
    );
    return promise;
  };
  const pidOf = async (workspace: McpWorkspace, server = 'faults') =>
    Number((await workspace.structured(server, 'pid'))['pid']);

  it('is not started by being listed', async () => {
    const workspace = await inMemoryOf({ faults: faultServer() });
    assert.deepEqual(await workspace.source.servers(), [
      { name: 'faults', origin: join(workspace.folder, '.vscode', 'mcp.json'), state: 'stopped' },
    ]);
  });

  it('is the same process for several calls', async () => {
    const workspace = await workspaceOf({ faults: faultServer() });
    assert.equal(await pidOf(workspace), await pidOf(workspace));
    assert.equal(await workspace.state('faults'), 'running');
  });

  it('that dies in the middle of a call settles it with what is known', async () => {
    const workspace = await workspaceOf({ faults: faultServer() });
    const { code, retryable, message } = failure(await workspace.call('faults', 'die'));
    assert.deepEqual([code, retryable], ['server_unavailable', false]);
    assert.equal(
      message,
      'Server "faults" is gone: it exited with code 7 (stderr: "fatal error: out of cheese"). ' +
        'The tool may have run.',
    );
  });

  it('that died is failed, with the reason, until it is needed', async () => {
    const workspace = await inMemoryOf({ faults: faultServer() });
    await workspace.call('faults', 'die');
    const [info] = await workspace.source.servers();
    assert.equal(info?.state, 'failed');
    assert.match(info.error ?? '', /^it exited with code 7 .*It restarts when next needed\.$/);
  });

  it('that died is started again by the next call', async () => {
    const workspace = await workspaceOf({ faults: faultServer() }, { retryAfterMs: 60_000 });
    const first = await pidOf(workspace);
    await workspace.call('faults', 'die');
    assert.notEqual(await pidOf(workspace), first);
  });

  it('that keeps dying is not started again and again', async () => {
    const workspace = await inMemoryOf({ faults: faultServer() }, { retryAfterMs: 60_000 });
    await workspace.call('faults', 'die');
    await workspace.call('faults', 'die');
    const { message, retryable } = failure(await workspace.call('faults', 'pid'));
    assert.match(
      message,
      /It keeps ending: it restarts after 60 s, when next needed\. The tool did not run\.$/,
    );
    assert.equal(retryable, true);
  });

  it('that closes its stdout and lives on is ended, and its call settled', async () => {
    const workspace = await workspaceOf({ faults: faultServer() }, { stdinGraceMs: 200, termGraceMs: 200 });
    const pid = await pidOf(workspace);
    assert.match(
      failure(await workspace.call('faults', 'mute')).message,
      /^Server "faults" is gone: it .*The tool may have run/,
    );
    assert.equal(isAlive(pid), false);
  });

  it('settles every pending call when it dies', async () => {
    const workspace = await inMemoryOf({ faults: faultServer() });
    const hanging = ['hang', 'hang', 'late'].map((tool) => workspace.call('faults', tool));
    await workspace.call('faults', 'die');
    for (const outcome of await Promise.all(hanging))
      assert.equal(failure(outcome).code, 'server_unavailable');
  });

  it('settles every pending call at dispose, before its process is gone', async () => {
    const workspace = await workspaceOf(
      { faults: faultServer('stubborn') },
      { stdinGraceMs: 100, termGraceMs: 100 },
    );
    const pid = await pidOf(workspace);
    const hanging = workspace.call('faults', 'hang');
    const disposed = workspace.source.dispose();
    const outcome = await hanging;
    assert.ok(isAlive(pid));
    await disposed;
    assert.equal(failure(outcome).code, 'server_unavailable');
  });

  it('is gone after dispose even when it heeds neither the end of stdin nor SIGTERM', async () => {
    const workspace = await workspaceOf(
      { faults: faultServer('stubborn') },
      { stdinGraceMs: 100, termGraceMs: 100 },
    );
    const pid = await pidOf(workspace);
    await workspace.source.dispose();
    assert.equal(isAlive(pid), false);
  });

  for (const behaviour of ['helper', 'helper-die'] as const) {
    it(`takes its helper processes with it (${behaviour})`, async () => {
      const helpers = createServer();
      const env = { HELPER_PORT: await listen(helpers) };
      const connected = once(helpers, 'connection');
      const workspace = await workspaceOf(
        { faults: { ...faultServer(behaviour), env } },
        { stdinGraceMs: 200, termGraceMs: 200 },
      );
      const pid = await pidOf(workspace);
      const [helper] = (await connected) as [Socket];
      const helperGone = once(helper.resume(), 'close');
      await workspace.source.dispose();
      await helperGone;
      assert.equal(isAlive(pid), false);
      helpers.close();
    });
  }

  it('is not started any more after dispose', async () => {
    const workspace = await inMemoryOf({ faults: faultServer() });
    await workspace.tools('faults');
    await workspace.source.dispose();
    assert.equal(await workspace.listError('faults'), 'it was removed.');
  });

  it('is restarted when somebody asks for it', async () => {
    const workspace = await workspaceOf({ faults: faultServer() });
    const first = await pidOf(workspace);
    const info = await workspace.source.restartServer('faults');
    assert.equal(info?.state, 'running');
    assert.notEqual(await pidOf(workspace), first);
    assert.equal(isAlive(first), false);
  });

  it('gets its folder, arguments and environment as its definition says', async () => {
    const { command, args } = faultServer();
    const workspace = await workspaceOf({
      faults: {
        command,
        args: [...args, '${workspaceFolder}/a'],
        env: { PATH: '/more', HOME: null, NUMBER: 7 },
        envFile: '.env',
      },
    });
    await workspace.write('.env', 'FROM_FILE="from file"\nNUMBER=1\n');
    assert.deepEqual(await workspace.structured('faults', 'where'), {
      cwd: workspace.folder,
      args: ['ok', `${workspace.folder}/a`],
    });
    const variable = (name: string) => workspace.structured('faults', 'env', { name });
    assert.deepEqual(await variable('PATH'), { set: true, value: `${process.env['PATH']}${delimiter}/more` });
    assert.deepEqual(await variable('HOME'), { set: false });
    assert.deepEqual(await variable('NUMBER'), { set: true, value: '7' });
    assert.deepEqual(await variable('FROM_FILE'), { set: true, value: 'from file' });
  });

  it('that is removed at a reload is ended, the others keep running', async () => {
    const workspace = await workspaceOf({ kept: faultServer(), removed: faultServer() });
    const [kept, removed] = [await pidOf(workspace, 'kept'), await pidOf(workspace, 'removed')];
    await workspace.define({ kept: faultServer() });
    await workspace.source.reload();
    assert.equal(isAlive(removed), false);
    assert.equal(await pidOf(workspace, 'kept'), kept);
  });

  it('is asked for another version of MCP at a reload once its definition names one', async () => {
    const workspace = await workspaceOf({ faults: faultServer() });
    const before = await pidOf(workspace, 'faults');
    await workspace.define({ faults: { ...faultServer(), protocolVersion: '2025-06-18' } });
    await workspace.source.reload();
    assert.notEqual(await pidOf(workspace, 'faults'), before);
  });

  it('that is slow to end holds up no call to another at a reload', async () => {
    const workspace = await workspaceOf(
      { kept: faultServer(), stubborn: faultServer('stubborn') },
      { stdinGraceMs: 500, termGraceMs: 500 },
    );
    const [kept, stubborn] = [await pidOf(workspace, 'kept'), await pidOf(workspace, 'stubborn')];
    await workspace.define({ kept: faultServer() });
    const reloaded = workspace.source.reload();
    assert.equal(await pidOf(workspace, 'kept'), kept);
    assert.equal(isAlive(stubborn), true);
    await reloaded;
    assert.equal(isAlive(stubborn), false);
  });

  it('is gone for everybody who stops it', async () => {
    const workspace = await workspaceOf(
      { stubborn: faultServer('stubborn') },
      { stdinGraceMs: 300, termGraceMs: 300 },
    );
    const pid = await pidOf(workspace, 'stubborn');
    const first = workspace.source.stopServer('stubborn');
    await workspace.source.stopServer('stubborn');
    assert.equal(isAlive(pid), false);
    await first;
  });

  it('is started by a call only when its last process is gone', async () => {
    const workspace = await workspaceOf(
      { stubborn: faultServer('stubborn') },
      { stdinGraceMs: 300, termGraceMs: 300 },
    );
    const first = await pidOf(workspace, 'stubborn');
    const stopped = workspace.source.stopServer('stubborn');
    assert.notEqual(await pidOf(workspace, 'stubborn'), first);
    assert.equal(isAlive(first), false);
    await stopped;
  });

  it('whose definition changes again before it has started anew starts anew all the same', async () => {
    const background = { delayMs: 200, atOnce: 1 };
    const workspace = closed(await McpWorkspace.inMemory({ faults: faultServer() }, {}, { background }));
    await pidOf(workspace);
    const started = running(workspace);
    for (const NEW of ['1', '2']) {
      await workspace.define({ faults: { ...faultServer(), env: { NEW } } });
      await workspace.source.reload();
    }
    await started;
    assert.deepEqual(await workspace.structured('faults', 'env', { name: 'NEW' }), { set: true, value: '2' });
  });

  it('whose definition changed at a reload is called with the new one', async () => {
    const workspace = await workspaceOf({ faults: faultServer() });
    const first = await pidOf(workspace);
    await workspace.define({ faults: { ...faultServer(), env: { NEW: '1' } } });
    await workspace.source.reload();
    assert.deepEqual(await workspace.structured('faults', 'env', { name: 'NEW' }), { set: true, value: '1' });
    assert.equal(isAlive(first), false);
  });

  it('keeps running when an edit beside it moves its definition', async () => {
    const workspace = await inMemoryOf({ kept: faultServer(), changed: faultServer() });
    const [kept, changed] = [await pidOf(workspace, 'kept'), await pidOf(workspace, 'changed')];
    const servers = {
      added: faultServer(),
      changed: { ...faultServer(), env: { NEW: '1' } },
      kept: faultServer(),
    };
    await workspace.write('.vscode/mcp.json', `// moved\n\n${JSON.stringify({ servers }, undefined, 2)}`);
    await workspace.source.reload();
    assert.equal(await pidOf(workspace, 'kept'), kept);
    assert.notEqual(await pidOf(workspace, 'changed'), changed);
    assert.notEqual(await pidOf(workspace, 'added'), kept);
  });

  it('keeps running while its definition is half written', async () => {
    const workspace = await inMemoryOf({ faults: faultServer() });
    const first = await pidOf(workspace);
    await workspace.write('.vscode/mcp.json', '{"servers": {"faults": {"comm');
    await workspace.source.reload();
    assert.equal(await pidOf(workspace), first);
  });

  it('whose definition changes in the middle of a call settles it with what is known', async () => {
    const workspace = await inMemoryOf({ faults: faultServer() });
    const underWay = Promise.withResolvers<undefined>();
    const onProgress = () => underWay.resolve(undefined);
    const call = workspace.source.callTool(
      'faults',
      'hang',
      {},
      { signal: new AbortController().signal, onProgress },
    );
    await underWay.promise;
    await workspace.define({ faults: { ...faultServer(), env: { NEW: '1' } } });
    await workspace.source.reload();
    assert.match(failure(await call).message, /^Server "faults" is gone: it was stopped\. The tool may/);
  });

  it('that is added at a reload is told to listeners', async () => {
    const workspace = await inMemoryOf({});
    assert.deepEqual(await workspace.source.servers(), []);
    const changed = Promise.withResolvers<undefined>();
    workspace.source.onDidChange(() => changed.resolve(undefined));
    await workspace.define({ faults: faultServer() });
    await workspace.source.reload();
    await changed.promise;
    assert.equal(await workspace.state('faults'), 'stopped');
  });

  it('with a definition that cannot be used is failed from the start', async () => {
    const workspace = await inMemoryOf({ odd: { args: ['x'] }, good: faultServer() });
    const [odd] = await workspace.source.servers();
    assert.equal(odd?.state, 'failed');
    assert.match(odd.error ?? '', /^its definition is unusable: expected "command" or "url"/);
    assert.equal(await workspace.listError('odd'), odd.error);
    assert.equal(workspace.source.problems().length, 1);
    assert.deepEqual(workspace.source.warnings(), [], 'It would be told twice.');
  });
});
