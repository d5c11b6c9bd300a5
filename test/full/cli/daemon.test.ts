// Kept servers and their daemon between commands: sharing, faults, ends and access.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWire } from '../../../src/cli/daemon/daemonWire.ts';
import { ended, KeepingFolder } from '../../cli/keepingFolder.ts';
import { OnTerminal } from '../../cli/onTerminal.ts';
import { config } from '../../cli/testFolder.ts';
import { faultServer } from '../../fakes/faultServer.ts';
import { openedForEach } from '../../fakes/opened.ts';
import { isAlive } from '../../mcp/isAlive.ts';

const runs = (code: string) => ['run', '--keep', '-e', code, ...config];
const unchecked = ['--type-check', 'off'];
const hang = 'return await tools.fault.hang({})';

describe('servers that are kept between commands', () => {
  const folder = openedForEach(() => KeepingFolder.with());

  const daemon = async () => (await folder.status())?.pid ?? assert.fail('There is no daemon.');
  const file = async () => join(folder.stateFolder, (await readdir(folder.stateFolder)).sort().at(-1) ?? '');
  const address = async () =>
    JSON.parse(await readFile(await file(), 'utf8')) as { readonly path: string; readonly token: string };
  /** A command in a process of its own, once its call hangs. */
  const hanging = async () => {
    const { child, ended: over } = folder.files.start(runs(hang), folder.env);
    for await (const text of child.stderr) if (String(text).includes('hanging')) break;
    return { child, over };
  };

  it('give a run the values that a server of its own gives', async () => {
    const content = '[{"type":"text","text":"ü\\u2028","extra":1}]';
    const line = `{"jsonrpc":"2.0","id":$ID,"result":{"content":${content},"structuredContent":{"id":9007199254740993},"_meta":{"a/b":[null]}}}`;
    const code = `
      const all = [];
      for (const [name, input] of [
        ["blocks", {}], ["image", {}], ["say_hello", { name: "ü" }],
        ["parts", {}], ["batch", {}], ["noise", {}], ["twice", {}], ["wrong_ids", {}], ["raw", { lines: [${JSON.stringify(line)}] }],
      ]) all.push(await tools.fault[name].raw(input));
      for (const name of ["fail", "refuse", "odd_error", "null_result"])
        await tools.fault[name]({}).catch(({ code, message, content, data, retryable }) => all.push({ code, message, content, data, retryable }));
      return all;`;
    const [own, kept, again] = [
      (await folder.run(code, ...unchecked)).stdout,
      (await folder.run(code, '--keep', ...unchecked)).stdout,
      (await folder.run(code, '--keep', ...unchecked)).stdout,
    ];
    assert.match(own, /9007199254740993/);
    assert.equal(kept, own);
    assert.equal(again, own);
  });

  it('report progress to the command that called', async () => {
    await folder.pid('--keep');
    assert.match(
      (await folder.run('return await tools.fault.progress({})', '--keep')).stderr,
      /step 1[^]*step 3/,
    );
  });

  it('are one server and one daemon for two commands that start at once', async () => {
    const read = 'return (await tools.fault.pid({})).pid';
    const both = [
      folder.files.spawned(runs(read), '', folder.env),
      folder.files.spawned(runs(read), '', folder.env),
    ];
    const [a, b] = await Promise.all(both);
    assert.equal(a?.stdout, b?.stdout);
    assert.equal((await folder.status())?.servers.length, 1);
    assert.equal((await readdir(folder.stateFolder)).length, 1);
  });

  it('have nothing of a command in flight that was killed, and go on', async () => {
    const { child, over } = await hanging();
    const [server] = (await folder.status())?.servers ?? [];
    assert.equal(server?.commands, 1);
    assert.equal(await folder.pid('--keep'), server.pid, 'Another command has to wait.');
    child.kill('SIGKILL');
    await over;
    assert.match((await folder.run('return await tools.fault.cancellations({})', '--keep')).stdout, /"hang"/);
    assert.equal(await folder.pid('--keep'), server.pid);
  });

  it('start again after they died, and the call in flight may have taken effect', async () => {
    const pid = await folder.pid('--keep');
    const { stderr } = await folder.run('return await tools.fault.die({})', '--keep', '--allow-writes');
    assert.match(stderr, /exited with code 7 \(stderr: "fatal error: out of cheese"\)/);
    assert.match(stderr, /may have taken effect/);
    const next = await folder.pid('--keep');
    assert.equal(typeof next, 'number');
    assert.notEqual(next, pid);
  });

  it('are replaced when their definition changes', async () => {
    const pid = Number(await folder.pid('--keep'));
    await folder.files.write('mcp.json', { servers: { fault: { ...faultServer(), env: { NEW: 'yes' } } } });
    assert.match(
      (await folder.run('return await tools.fault.env({ name: "NEW" })', '--keep')).stdout,
      /"yes"/,
    );
    await ended(pid);
  });

  it('are replaced when a variable of their envFile changes', async () => {
    const definition = { fault: { ...faultServer(), envFile: '${workspaceFolder}/.env' } };
    await folder.files.write('mcp.json', { servers: definition });
    const read = async () =>
      (await folder.run('return (await tools.fault.env({ name: "KEY" })).value', '--keep')).stdout;
    await folder.files.write('.env', 'KEY=first');
    assert.equal(await read(), '"first"\n');
    await folder.files.write('.env', 'KEY=second');
    assert.equal(await read(), '"second"\n');
  });

  it('end with their daemon when no command used them for a while', async () => {
    folder.env['CODE_MODE_KEEP_MINUTES'] = '0.1';
    const pid = Number(await folder.pid('--keep'));
    const own = await daemon();
    await Promise.all([ended(pid), ended(own)]);
    assert.equal(isAlive(own), false);
    assert.deepEqual(await readdir(folder.stateFolder), []);
  });

  it('are found again after their daemon was killed', async () => {
    const pid = Number(await folder.pid('--keep'));
    process.kill(await daemon(), 'SIGKILL');
    await ended(pid);
    const next = await folder.pid('--keep');
    assert.equal(typeof next, 'number');
    assert.equal(await folder.pid('--keep'), next);
    assert.equal((await readdir(folder.stateFolder)).length, 1);
  });

  it('are not asked for where another user could have written the address, or listen', async () => {
    const pid = await folder.pid('--keep');
    await chmod(await file(), 0o644);
    const next = await folder.pid('--keep');
    assert.notEqual(next, pid);
    await chmod((await address()).path, 0o666);
    assert.notEqual(await folder.pid('--keep'), next);
  });

  it('are not shown to who does not know the token, nor by who does not', async () => {
    await folder.pid('--keep');
    const { path } = await address();
    assert.equal(await openWire({ path, token: 'guessed' }), undefined);
    const other = join(folder.files.path, 'state', 'code-mode', 'daemon');
    await writeFile(join(other, 'daemon-9.json'), JSON.stringify({ path, token: 'guessed' }), {
      mode: 0o600,
    });
    assert.equal((await folder.status())?.servers.length, 1);
  });

  it('serve a call to its end when another version takes their place', async () => {
    const { child, over } = await hanging();
    const [pid, before] = [(await folder.status())?.servers[0]?.pid, await daemon()];
    using wire = await openWire(await address());
    assert.deepEqual(await wire?.ask({ ask: 'retire' }), {});
    assert.notEqual(await folder.pid('--keep'), pid);
    assert.ok(pid !== undefined && isAlive(pid));
    assert.notEqual(await daemon(), before);
    const left = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.all([left, over]);
    await Promise.all([ended(pid), ended(before)]);
    assert.equal(isAlive(before), false);
  });

  it('are told of on a terminal by the command that starts the daemon, and by no other', async () => {
    const shown = async () => {
      const before = process.env['XDG_STATE_HOME'];
      process.env['XDG_STATE_HOME'] = folder.env['XDG_STATE_HOME'];
      const terminal = new OnTerminal(
        folder.files.path,
        runs('return 1 + Number((await tools.fault.pid({})).pid > 0)'),
      );
      if (before === undefined) delete process.env['XDG_STATE_HOME'];
      else process.env['XDG_STATE_HOME'] = before;
      await terminal.ended;
      return terminal.shown;
    };
    const news = /Keeping 1 server for 10 minutes: code-mode daemon stop ends them\./;
    assert.match(await shown(), news);
    assert.doesNotMatch(await shown(), news);
  });

  it('do not show their variables in the status', async () => {
    const token = 'a-secret-token-5f2d';
    await folder.files.write('mcp.json', {
      servers: { fault: { ...faultServer(), env: { API_TOKEN: token } } },
    });
    await folder.pid('--keep');
    assert.equal((await folder.daemon('status', '--json')).stdout.includes(token), false);
    assert.equal((await readFile(await file(), 'utf8')).includes(token), false);
  });

  it('explain why one cannot start as a server of the command does', async () => {
    const definition = { fault: faultServer('exit') };
    await folder.files.write('mcp.json', { servers: definition });
    for (const { stderr } of [await folder.run(hang), await folder.run(hang, '--keep', '--fresh')])
      assert.match(
        stderr,
        /exited with code 3 \(stderr: "fatal error: no configuration"\) before answering "initialize"/,
      );
  });
});
