import assert from 'node:assert/strict';
import { sep } from 'node:path';
import type { ConnectionTimings } from '../../src/mcp/connection/connectionTimings.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure } from './outcomes.ts';
import { closedAfterEach } from '../fakes/opened.ts';

/** The version is in the definition, so each start takes only one process. */
const protocolVersion = '2025-11-25';

describe('a server that does not start', () => {
  const closed = closedAfterEach();

  const workspaceOf = async (server: object, timings: Partial<ConnectionTimings> = {}) =>
    closed(
      await McpWorkspace.create({ broken: server }, { stdinGraceMs: 500, termGraceMs: 500, ...timings }),
    );
  /** For behaviour that is the same for a server that is not a process. */
  const inMemoryOf = async (server: object, timings: Partial<ConnectionTimings> = {}) =>
    closed(await McpWorkspace.inMemory({ broken: server }, timings));
  const errorOf = async (server: object, timings: Partial<ConnectionTimings> = {}) => {
    const workspace = await workspaceOf(server, timings);
    const error = await workspace.listError('broken');
    assert.ok(!error.includes('\n') && error.endsWith('.'), `one line that ends as a sentence: ${error}`);
    // Makes Windows paths look like others; the errors have no other backslashes.
    return error.replaceAll(workspace.folder, '/w').replaceAll(sep, '/');
  };

  it('because its command does not exist names the command and the file', async () => {
    const error = await errorOf({ command: 'no-such-command' });
    assert.match(
      error,
      /^it cannot start: .*"no-such-command" not found\. PATH was .*absolute path as "command" in \/w\/\.vscode\/mcp\.json\.$/,
    );
  });

  it('because its file may not be executed says so', async () => {
    const workspace = await workspaceOf({ command: './server.txt' });
    await workspace.write('server.txt', 'hello');
    assert.match(await workspace.listError('broken'), /"\.\/server\.txt" is not executable/);
  });

  it('because its folder does not exist names the folder rather than the command', async () => {
    const error = await errorOf({ ...faultServer(), cwd: 'nowhere' });
    assert.match(error, /^it cannot start: no folder \/w\/nowhere\. .*"cwd" in \/w\/\.vscode\/mcp\.json\.$/);
  });

  it('because its envFile does not exist names that file', async () => {
    assert.match(
      await errorOf({ ...faultServer(), envFile: 'no.env' }),
      /"envFile" \/w\/no\.env is unreadable/,
    );
  });

  it('because it exits at once tells the code and its last line on stderr', async () => {
    assert.match(
      await errorOf(faultServer('exit')),
      /^it exited with code 3 \(stderr: "fatal error: no configuration"\) before answering "initialize"/,
    );
  });

  it('tells neither a reader nor the log the key that it was given', async () => {
    const complain = 'console.error("error: bad key " + process.env.API_KEY); process.exit(1)';
    const server = {
      command: process.execPath,
      args: ['-e', complain],
      env: { API_KEY: 'sk-0123456789' },
      protocolVersion,
    };
    const workspace = await workspaceOf(server);
    assert.match(await workspace.listError('broken'), /stderr: "error: bad key •••"/);
    assert.deepEqual(
      workspace.log.filter((line) => line.includes('key')),
      ['broken: error: bad key •••'],
    );
  });

  it('because it was not ready in its time may be given more', async () => {
    const slow = { ...faultServer('slow'), env: { START_MS: 1_500 } };
    const workspace = await workspaceOf(slow, { startMs: 400 });
    assert.match(await workspace.listError('broken'), /^"initialize" took over 0\.4 s/);
    assert.equal((await workspace.source.servers())[0]?.isSlow, true);
    assert.equal((await workspace.source.startServer('broken', 30_000))?.state, 'running');
  });

  it('with the latest version of MCP starts with one that both know, else both lists are told', async () => {
    const older = await workspaceOf(faultServer('refuse-version:2025-03-26'));
    assert.ok((await older.tools('broken')).length > 0);
    assert.match(
      await errorOf(faultServer('refuse-version:2031-01-01')),
      /^it speaks MCP 2031-01-01, Code Mode 2026-07-28, 2025-11-25, .*Update either\.$/,
    );
  });

  it('because it answers garbage quotes the garbage once the time is up', async () => {
    assert.match(
      await errorOf(faultServer('garbage'), { startMs: 3_000 }),
      /^"initialize" took over 3 s and wrote "Welcome to the fault server!", not MCP/,
    );
  });

  it('because it never answers initialize is not told that this is cancelled', async () => {
    const repeats = 'process.stdin.on("data", (text) => process.stderr.write(text))';
    // The process ends by itself when it has read everything.
    const timings = { startMs: 200, stdinGraceMs: 20_000 };
    const workspace = await workspaceOf(
      { command: process.execPath, args: ['-e', repeats], protocolVersion },
      timings,
    );
    await workspace.listError('broken');
    const heard = workspace.log.filter((line) => line.includes('"method"'));
    assert.equal(heard.length, 1);
    assert.match(heard.join(), /"method":"initialize"/);
  });

  it('because it refuses initialize gives its words', async () => {
    assert.match(await errorOf(faultServer('refuse')), /^it refused to start: .*the licence has expired/);
  });

  it('because its answer to initialize is no MCP says so', async () => {
    assert.match(await errorOf(faultServer('odd')), /"initialize" answer is not MCP/);
  });

  it('is failed, with its error, in the list of servers', async () => {
    const workspace = await inMemoryOf(faultServer('exit'));
    const error = await workspace.listError('broken');
    const [info] = await workspace.source.servers();
    assert.deepEqual([info?.state, info?.error], ['failed', error]);
  });

  it('fails its calls with server_unavailable, known not to have run', async () => {
    const workspace = await inMemoryOf(faultServer('exit'));
    const { code, retryable, message } = failure(await workspace.call('broken', 'echo'));
    assert.deepEqual([code, retryable], ['server_unavailable', true]);
    assert.match(message, /^Server "broken" is unavailable: it exited with code 3 .*The tool did not run\.$/);
  });

  for (const [what, retryAfterMs, times] of [
    ['is not started again within the time between two tries', 60_000, 1],
    ['is started again at the next need after that time', 0, 2],
  ] as const) {
    it(what, async () => {
      const workspace = await inMemoryOf({ ...faultServer('exit'), protocolVersion }, { retryAfterMs });
      await workspace.listError('broken');
      await workspace.listError('broken');
      assert.equal(starts(workspace), times);
    });
  }

  it('is started again at once when somebody asks for it by name', async () => {
    const workspace = await inMemoryOf({ ...faultServer('exit'), protocolVersion }, { retryAfterMs: 60_000 });
    await workspace.listError('broken');
    const info = await workspace.source.restartServer('broken');
    assert.equal(starts(workspace), 2);
    assert.equal(info?.state, 'failed');
  });

  it('is started once for everybody who needs it at the same time', async () => {
    const workspace = await workspaceOf({ ...faultServer('exit'), protocolVersion }, { retryAfterMs: 0 });
    await Promise.all([
      workspace.listError('broken'),
      workspace.listError('broken'),
      workspace.call('broken', 'echo'),
    ]);
    assert.equal(starts(workspace), 1);
  });

  it('does not delay the others', async () => {
    const servers = { slow: faultServer('silent'), good: faultServer() };
    const workspace = closed(await McpWorkspace.inMemory(servers, { startMs: 60_000 }));
    const controller = new AbortController();
    const slow = workspace.source.listTools('slow', { signal: controller.signal });
    await workspace.tools('good');
    assert.equal(await workspace.state('slow'), 'starting');
    controller.abort();
    assert.deepEqual(await slow, { ok: false, error: 'listing its tools was cancelled.' });
  });

  it('is ended by dispose while it starts', async () => {
    const workspace = await inMemoryOf(faultServer('silent'), { startMs: 60_000 });
    const listing = workspace.listError('broken');
    await workspace.starts('broken');
    await workspace.source.dispose();
    assert.equal(await listing, 'it was stopped while starting.');
  });

  it('with a banner on stdout starts all the same', async () => {
    const workspace = await workspaceOf(faultServer('banner'));
    await workspace.tools('broken');
    assert.ok(workspace.log.includes('broken: not MCP, on stdout: Welcome to the fault server!'));
  });
});

/** Returns the number of starts: the server writes one line for each. */
function starts({ log }: McpWorkspace): number {
  return log.filter((line) => line.includes('fatal error: no configuration')).length;
}
