// Tests the confinement by the operating system alone and with the other layers: an attacker's program without the
// permission model reaches nothing, every fault keeps its code, and every process ends.
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, readlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findOsConfinement } from '../../src/sandbox/supervisor/findOsConfinement.ts';
import { endingSignal, type OsConfinement } from '../../src/sandbox/supervisor/osConfinement.ts';
import type { SandboxLimits } from '../../src/sandbox/host/sandboxPort.ts';
import { everyTest, fullTest } from '../fakes/everyTest.ts';
import { reportOf } from '../sandbox/reportOf.ts';
import {
  failure,
  hostWithSpare,
  makeSandbox,
  RecordingHandlers,
  returned,
  run,
  sharedSandbox,
  value,
} from '../sandbox/sandboxBed.ts';
import { eventually, membersOfGroup, sandboxProcesses } from '../sandbox/sandboxProcesses.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';

const { platform, execPath, env } = process;
const found = await findOsConfinement({ platform, path: env['PATH'] ?? '', execPath });

if (found.ok) behindTheWall(found.wall);
else withoutAWall(found.why);

function behindTheWall(wall: OsConfinement): void {
  describe('the wall of the operating system alone', () => {
    const everywhere = ['readFile', 'readFolder', 'readUsers', 'writeFile', 'changeFile', 'startProgram'];
    const reach = ['connectByPort', 'connectByPath', 'connectByName', 'findProcess', 'listProcesses'];
    const writes = ['writeRoot', 'writeTemporary', 'changeRuntime'];
    const program = readFileSync(
      join(import.meta.dirname, '../fixtures/hostileGuests/reachMachine.cjs'),
      'utf8',
    );
    const listeners: Server[] = [];
    let folder: TemporaryFolder;
    let enclosed: Readonly<Record<string, string>> = {};
    let plain: Readonly<Record<string, string>> = {};

    async function listening(path?: string): Promise<AddressInfo | string | null> {
      const server = createServer((socket) => socket.end());
      listeners.push(server);
      await once(path === undefined ? server.listen(0, '127.0.0.1') : server.listen(path), 'listening');
      return server.address();
    }

    before(async () => {
      folder = new TemporaryFolder('code-mode-wall-');
      const file = join(folder.path, 'secret');
      const socket = join(folder.path, 'socket');
      const name = `\0code-mode-wall-${process.pid}`;
      await writeFile(file, 'secret');
      const address = await listening();
      await listening(socket);
      await listening(name);
      const port = typeof address === 'object' ? address?.port : undefined;
      const told = (wanted: readonly string[]) =>
        JSON.stringify({ wanted, file, folder: folder.path, socket, name, port, pid: process.pid });

      const line = wall.enclose({
        command: process.execPath,
        args: ['--eval', program],
        env: { TZ: 'UTC' },
        cwd: '/',
      });
      enclosed = await reportOf(line.command, line.args, line, told([...everywhere, ...reach, ...writes]));
      plain = await reportOf(
        process.execPath,
        ['--eval', program],
        { env: {} },
        told([...everywhere, ...reach]),
      );
    });

    after(() => {
      for (const server of listeners) server.close();
      folder[Symbol.dispose]();
    });

    for (const door of [...everywhere, ...reach, ...writes]) {
      it(`lets nobody out by ${door}`, () =>
        assert.doesNotMatch(enclosed[door] ?? 'open: was not tried', /^open/));
    }

    for (const door of [...everywhere, ...reach]) {
      it(`is what keeps ${door} shut`, () => assert.match(plain[door] ?? '', /^open/));
    }

    it('has no variables but those that it is given', () => {
      assert.match(enclosed['variables'] ?? '', /^(PWD,)?TZ$/);
    });
  });

  describe('a sandbox behind the wall', () => {
    const sandbox = sharedSandbox({ osConfinement: 'required' });

    it('is said to be in force before a script runs: what is required was tried', async () => {
      await using own = makeSandbox({ osConfinement: 'required', spares: 0 });
      const { osConfinement } = await own.status();
      assert.equal(osConfinement.state, 'in force');
    });

    it('runs a script', async () => assert.equal(await returned(sandbox(), 'return 1'), 1));

    it('passes calls and their answers', async () => {
      assert.deepEqual(await returned(sandbox(), 'return tools.geo.getCity({ a: "ü".repeat(1e5) })'), {
        a: 'ü'.repeat(1e5),
      });
    });

    const faults: readonly (readonly [
      what: string,
      body: string,
      limits: Partial<SandboxLimits>,
      code: string,
    ])[] = [
      ['a full heap', 'const a = []; for (;;) a.push([1, 2, 3])', { heapMb: 32 }, 'memory_limit'],
      [
        'memory outside the heap',
        'const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))',
        { residentMb: 200 },
        'memory_limit',
      ],
      ['a loop that never ends', 'for (;;);', { cpuMs: 200 }, 'cpu_limit'],
      [
        'a wait that never ends',
        'await new Promise((r) => setTimeout(r, 60000))',
        { wallMs: 200 },
        'timeout',
      ],
      ['a result that is too large', 'return "x".repeat(2000)', { resultBytes: 1_000 }, 'result_limit'],
      ['logs without end', 'for (;;) console.log("x".repeat(1000))', { logBytes: 10_000 }, 'log_limit'],
      ['an error', 'throw new Error("x")', {}, 'script_error'],
    ];
    for (const [what, body, limits, code] of faults) {
      it(`tells ${what} as ${code}`, async () =>
        assert.equal((await failure(sandbox(), body, { limits })).code, code));
    }

    it('does not count the time for which it waits as processor time', async () => {
      const slow = new RecordingHandlers(async () => (await delay(600), value(1)));
      assert.equal(
        await returned(sandbox(), 'return tools.geo.getCity()', { handlers: slow, limits: { cpuMs: 400 } }),
        1,
      );
    });
  });

  fullTest(
    'has room for a runtime that has its data beside it, as Electron has, wherever it is',
    async () => {
      using folder = new TemporaryFolder('code-mode-electron-');
      await copyFile(process.execPath, join(folder.path, 'code'));
      await writeFile(join(folder.path, 'icudtl.dat'), '');
      await using sandbox = makeSandbox({
        osConfinement: 'required',
        execPath: join(folder.path, 'code'),
        spares: 0,
      });
      const answer = await returned(sandbox, 'return 1');
      assert.equal(answer, 1);
    },
  );

  describe('a process behind the wall', () => {
    it('is told from those that wait for it', async () => {
      const child = start('setTimeout(() => {}, 60000)');
      const executable = () =>
        readlink(`/proc/${wall.runtimePid(child.pid ?? 0) ?? 'none'}/exe`).catch(() => '');
      const seen = await eventually(executable, (path) => path === process.execPath);
      wall.kill(child);
      assert.equal(seen, process.execPath);
    });

    for (const [signal, body] of [
      ['SIGXCPU', 'for (;;);'],
      ['SIGABRT', 'process.abort()'],
    ]) {
      it(`that ends by ${signal} is known to have done so`, async () => {
        const line = { command: '/bin/sh', args: ['-c', 'ulimit -c 0; ulimit -S -t 1; exec "$@"', 'sh'] };
        const [code, given] = (await once(start(String(body), line), 'close')) as [
          number | null,
          NodeJS.Signals | null,
        ];
        assert.equal(given ?? endingSignal(code), signal);
      });
    }

    // While bubblewrap creates its namespaces, its processes do not yet end with each other.
    for (const afterMs of everyTest ? [0, 1, 2, 3, 4, 6, 10, 100] : [0, 3, 10]) {
      it(`is gone with all that belongs to it when it is killed after ${afterMs} ms`, async () => {
        const children = await Promise.all(
          Array.from({ length: everyTest ? 8 : 4 }, async () => {
            const child = start('setTimeout(() => {}, 60000)');
            await delay(afterMs);
            wall.kill(child);
            await once(child, 'exit');
            return child.pid ?? 0;
          }),
        );
        const left = () => children.flatMap(membersOfGroup);
        assert.deepEqual(await eventually(left, (pids) => pids.length === 0), []);
      });
    }

    it('is gone when its host is killed', async () => {
      const host = hostWithSpare('setInterval(() => {}, 1000)', { osConfinement: 'required' });
      const spares = () => sandboxProcesses(host.pid);
      const [spare = 0] = await eventually(spares, (pids) => pids.length > 0);
      const members = () => membersOfGroup(spare);
      assert.equal((await eventually(members, (pids) => pids.length === 3)).length, 3);
      host.kill('SIGKILL');
      assert.deepEqual(await eventually(members, (pids) => pids.length === 0), []);
    });

    it('is gone when its sandbox is closed', async () => {
      const sandbox = makeSandbox({ osConfinement: 'required' });
      const running = run(sandbox, 'for (;;);');
      const started = await eventually(sandboxProcesses, (pids) => pids.length > 1);
      await sandbox.dispose();
      await running;
      const left = () => started.flatMap(membersOfGroup);
      assert.deepEqual(await eventually(left, (pids) => pids.length === 0), []);
    });

    /** Starts the program in the confinement, through the command `before` if it is given. */
    function start(program: string, before?: { command: string; args: readonly string[] }): ChildProcess {
      const line = wall.enclose({ command: process.execPath, args: ['--eval', program], env: {}, cwd: '/' });
      const [command, args] =
        before === undefined
          ? [line.command, line.args]
          : [before.command, [...before.args, line.command, ...line.args]];
      return spawn(command, args, { ...line, stdio: 'ignore' });
    }
  });
}

/** Only a machine without support may skip these tests; a mistake in our use of the confinement must fail. */
function withoutAWall(why: string): void {
  describe('where the operating system gives no wall', () => {
    it('has no bubblewrap that works', () => {
      const plain = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'], { timeout: 5_000 });
      assert.notEqual(plain.status, 0, `bubblewrap works, and yet: ${why}`);
    });

    it('says why', () => assert.match(why, /bwrap|sandbox-exec|is not supported/));
  });
}
