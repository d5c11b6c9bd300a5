// Tests the order between roots and calls, with the real server-filesystem and with scripted servers in memory that ask
// and apply late.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { askingServer } from '../fakes/askingServer.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { realServer } from './realServer.ts';

/** `rootsServer.mjs` describes the variables. */
const rootsServer = (env: object) => ({ ...scriptedServer('roots'), env });
/** Number of lives of the real server in which it is called before it could have read its roots. */
const lives = everyTest ? 10 : 2;

describe('the roots of a server', () => {
  let workspace: McpWorkspace;
  const open = async (servers: object, announced: 'announced' | 'not announced' = 'announced') => {
    workspace = await McpWorkspace.inMemory(servers);
    workspace.announcesRoots = announced === 'announced';
    await workspace.nextSession();
  };
  afterEach(() => workspace.dispose());

  const folders = async () => (await workspace.structured('server', 'folders'))['folders'];

  it('server-filesystem is not called before it works in them', async () => {
    await open({ files: realServer('filesystem', '${workspaceFolder}/own') });
    await workspace.write('own/note.txt', 'own');
    await workspace.write('note.txt', 'of the root');
    for (let life = 1; life <= lives; life++) {
      const [first, second] = await Promise.all(
        ['note.txt', 'own/note.txt'].map((file) =>
          workspace.result('files', 'read_text_file', { path: join(workspace.folder, file) }),
        ),
      );
      assert.deepEqual([first?.isError, second?.isError], [false, false]);
      await workspace.source.restartServer('files');
    }
  });

  it('server-filesystem keeps its own folders where they are not announced', async () => {
    await open({ files: realServer('filesystem', '${workspaceFolder}/own') }, 'not announced');
    await workspace.write('own/note.txt', 'own');
    const { content } = await workspace.structured('files', 'list_allowed_directories');
    assert.equal(content, `Allowed directories:\n${workspace.folder}/own`);
  });

  it('a call waits until a server that applies them late works in them', async () => {
    await open({ server: rootsServer({ APPLY_MS: '30' }) });
    assert.deepEqual(await folders(), [workspace.folder]);
  });

  it('a server that asked late is waited for when it is started again', async () => {
    await open({ server: rootsServer({ ASK_MS: '300' }) });
    assert.deepEqual(await folders(), []);
    await workspace.logged(/applied/);
    await workspace.source.restartServer('server');
    assert.deepEqual(await folders(), [workspace.folder]);
  });

  it('a server that never asks is not waited for', async () => {
    await open({ server: rootsServer({ ASK_MS: 'never' }) });
    await workspace.tools('server');
    assert.deepEqual(await workspace.structured('server', 'folders'), { folders: [], pings: 0 });
  });

  it('a server that asks for them again and again is called all the same', async () => {
    await open({ server: rootsServer({ AGAIN_MS: '20' }) });
    const outcome = await workspace.call('server', 'folders', {}, AbortSignal.timeout(8_000));
    assert.ok(outcome.ok, JSON.stringify(outcome));
  });

  it('calls that are made together, and questions that are asked together, cost a few pings', async () => {
    await open({ server: rootsServer({ ASKS: '200' }) });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => workspace.structured('server', 'folders')),
    );
    const pings = Number(answers.at(-1)?.['pings']);
    assert.ok(pings > 0 && pings < 10, `${pings} pings`);
  });

  it('a call waits for what a server makes of roots that have changed', async () => {
    await open({ server: rootsServer({ APPLY_MS: '30' }) });
    await folders();
    workspace.roots = [join(workspace.folder, 'other')];
    workspace.source.rootsChanged();
    assert.deepEqual(await folders(), [join(workspace.folder, 'other')]);
  });

  it('a server that asks during a call gets them, and the next call does not wait', async () => {
    await open({ server: askingServer() });
    const pings = async () => (await workspace.structured('server', 'heard'))['pings'];
    const before = await pings();
    await workspace.structured('server', 'ask', { method: 'roots/list' });
    // A call that waits until a server has applied its roots comes after pings.
    assert.equal(await pings(), before);
  });

  it('a call whose time is over while it waits ends', async () => {
    await open({ server: rootsServer({ ASK_MS: '300' }) });
    await folders();
    await workspace.logged(/applied/);
    await workspace.source.restartServer('server');
    const outcome = await workspace.call('server', 'folders', {}, AbortSignal.timeout(20));
    assert.equal(outcome.ok ? 'called' : outcome.error.code, 'timeout');
  });

  it('the log says once that they may replace the folders of the definition', async () => {
    using elsewhere = new TemporaryFolder('code-mode-elsewhere-');
    const { args, ...server } = rootsServer({});
    await open({ files: { ...server, args: [...args, elsewhere.path] } });
    await workspace.tools('files');
    await workspace.logged(/in place of/);
    await workspace.source.restartServer('files');
    await workspace.tools('files');
    const said = workspace.log.filter((line) => /in place of/.test(line));
    assert.equal(said.length, 1);
    const [roots, named] = String(said[0]).split(' in place of ');
    assert.ok(roots?.startsWith(`warn files: It got the MCP roots ${workspace.folder} `), roots);
    assert.ok(named?.startsWith(`${elsewhere.path}, `), named);
  });

  it('are not announced where there are none to tell', async () => {
    await open({ server: askingServer() }, 'not announced');
    assert.deepEqual(await workspace.structured('server', 'capabilities'), {});
  });
});
