import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { listen } from '../fakes/listen.ts';
import { eventually } from '../sandbox/sandboxProcesses.ts';
import { isAlive } from './isAlive.ts';
import { fullTest } from '../fakes/everyTest.ts';

const hostFile = fileURLToPath(new URL('./orphanHost.ts', import.meta.url));

describe('servers of a host', () => {
  const hosts: ChildProcess[] = [];
  afterEach(() => {
    for (const host of hosts.splice(0)) host.kill('SIGKILL');
  });

  /** Settles when all servers run. */
  const start = async (how: 'stay' | 'exit', behaviours: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const options = {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'] as ['pipe', 'pipe', 'inherit'],
    };
    const host = spawn(process.execPath, [hostFile, how, ...behaviours], options);
    hosts.push(host);
    const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
    return { host, servers: line.split(' ').map(Number) };
  };
  const left = (servers: readonly number[]) =>
    eventually(
      () => Promise.resolve(servers.filter(isAlive)),
      (alive) => alive.length === 0,
    );

  it('that is killed are ended, also those that heed neither the end of stdin nor SIGTERM', async () => {
    const { host, servers } = await start('stay', ['ok', 'stubborn']);
    host.kill('SIGKILL');
    assert.deepEqual(await left(servers), []);
  });

  it('that is killed take their helpers with them', async () => {
    const helpers = createServer().unref();
    const port = await listen(helpers);
    const connected = once(helpers, 'connection');
    const { host } = await start('stay', ['helper-die'], { HELPER_PORT: String(port) });
    const [helper] = (await connected) as [Socket];
    const helperGone = once(helper.resume(), 'close');
    host.kill('SIGKILL');
    await helperGone;
    helpers.close();
  });

  fullTest('that leaves without closing them are ended', async () => {
    const { servers } = await start('exit', ['stubborn']);
    assert.deepEqual(await left(servers), []);
  });

  fullTest('that is killed leave no guard behind', async () => {
    const { host, servers } = await start('stay', ['ok']);
    const guards = await guardsBeside(servers);
    host.kill('SIGKILL');
    assert.equal(guards.length, 1);
    assert.deepEqual(await left(guards), []);
  });

  it('that ends in good order are gone with it, and so is their guard', async () => {
    const { host, servers } = await start('stay', ['ok', 'stubborn']);
    const guards = await guardsBeside(servers);
    const exited = once(host, 'exit');
    host.stdin.end();
    await exited;
    assert.equal(guards.length, 1);
    assert.deepEqual([servers.filter(isAlive), await left(guards)], [[], []]);
  });
});

/** Returns the guards of the host that has these servers. */
async function guardsBeside(servers: readonly number[]): Promise<number[]> {
  const hosts = new Set(await Promise.all(servers.map(parentOf)));
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('code-mode-orphan-guard') && hosts.has(await parentOf(pid))) found.push(pid);
  }
  return found;
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]);
}
