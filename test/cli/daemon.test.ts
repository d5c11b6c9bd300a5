// Servers that are kept between commands.
import assert from 'node:assert/strict';
import { faultServer } from '../fakes/faultServer.ts';
import { isAlive } from '../mcp/isAlive.ts';
import { ended, KeepingFolder } from './keepingFolder.ts';
import { fullTest } from '../fakes/everyTest.ts';

describe('code-mode run --keep', () => {
  let folder: KeepingFolder;
  afterEach(() => folder[Symbol.asyncDispose]());

  it('lets the next run use the same server, until it is stopped', async () => {
    folder = await KeepingFolder.with();
    const pid = await folder.pid('--keep');
    assert.equal(typeof pid, 'number');
    assert.equal(await folder.pid('--keep'), pid);
    assert.match(
      (await folder.daemon('status')).stdout,
      new RegExp(`^fault {2}pid ${String(pid)} .* last used just now .*\n$`),
    );
    const daemon = (await folder.status())?.pid ?? 0;
    const { code, stderr } = await folder.daemon('stop');
    assert.deepEqual([code, stderr], [0, 'code-mode: stopped fault\n']);
    await ended(daemon);
  });

  fullTest('keeps without the option what its definition says', async () => {
    folder = await KeepingFolder.with({ fault: { ...faultServer(), keepAlive: true }, other: faultServer() });
    const code = 'return [await tools.fault.pid({}), await tools.other.pid({})]';
    const read = async () => JSON.parse((await folder.run(code)).stdout) as unknown[];
    const [first, second] = [await read(), await read()];
    assert.deepEqual(second[0], first[0]);
    assert.notDeepEqual(second[1], first[1]);
  });

  it('ends a kept server whose trust is revoked', async () => {
    folder = await KeepingFolder.with();
    const command = (...args: readonly string[]) => folder.files.codeMode(args, '', folder.env);
    await folder.files.write('.mcp.json', { mcpServers: { fault: faultServer() } });
    await command('trust', 'add', 'fault');
    await command('run', '-e', 'return (await tools.fault.pid({})).pid', '--keep');
    const pid = (await folder.status())?.servers[0]?.pid ?? 0;
    await command('trust', 'revoke', 'fault');
    assert.deepEqual([pid > 0, isAlive(pid)], [true, false]);
  });

  it('says so where no server is kept', async () => {
    folder = await KeepingFolder.with();
    for (const words of [['status'], ['stop'], ['stop', 'fault']]) {
      const { code, stderr } = await folder.daemon(...words);
      assert.equal(code, 1);
      assert.match(stderr, /^code-mode: no server (named "fault" )?is kept/);
    }
  });
});
