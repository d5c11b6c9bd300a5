// Tests a sandbox whose process waits for a debugger, with a real inspector that is used as a debugger uses it.
import assert from 'node:assert/strict';
import { findOsConfinement } from '../../src/sandbox/supervisor/findOsConfinement.ts';
import { commandLine } from '../../src/sandbox/supervisor/commandLine.ts';
import type { SupervisedSandboxOptions } from '../../src/sandbox/host/sandbox.ts';
import { DebuggerClient, type Pause } from './debuggerClient.ts';
import { failure, makeSandbox, RecordingHandlers, returned, value } from './sandboxBed.ts';
import { eventually, sandboxProcesses } from './sandboxProcesses.ts';
import { fullTest } from '../fakes/everyTest.ts';
import { closedAfterEach } from '../fakes/opened.ts';

describe('a sandbox that is debugged', () => {
  const closed = closedAfterEach();
  const debugged = (
    onInspector: (address: string) => void,
    options: Partial<SupervisedSandboxOptions> = {},
  ) => closed(makeSandbox({ ...options, onInspector }));
  /** Opens a sandbox to which a debugger attaches by itself. */
  const attached = (
    onPause: (pause: Pause) => void,
    { line, ...options }: Partial<SupervisedSandboxOptions> & { line?: number } = {},
  ) => debugged((address) => void DebuggerClient.attach(address, onPause, line), options);
  const goOn = (pause: Pause) => void pause.resume();

  it('stands at a breakpoint that was set before the script came, and shows its variables', async () => {
    const seen: unknown[] = [];
    const sandbox = attached(
      (pause) => {
        seen.push(pause.top.location.lineNumber);
        void pause
          .evaluate('total')
          .then((total) => seen.push(total))
          .then(() => pause.resume());
      },
      { line: 2 },
    );
    assert.equal(await returned(sandbox, 'let total = 20;\ntotal += 22;\nreturn total;'), 42);
    assert.deepEqual(seen, [2, 20]);
  });

  it('lets the script go on with what was assigned there', async () => {
    const sandbox = attached((pause) => void pause.evaluate('total = 1').then(() => pause.resume()));
    assert.equal(await returned(sandbox, 'let total = 20; debugger; return total;'), 1);
  });

  it('passes the calls of the script on', async () => {
    const handlers = new RecordingHandlers(() => value('Rome'));
    assert.equal(
      await returned(attached(goOn), 'debugger; return await tools.geo.getCity({})', { handlers }),
      'Rome',
    );
  });

  it('has no limits of time', async () => {
    const body =
      'const end = Date.now(); await new Promise((r) => setTimeout(r, 300)); for (let i = 0; i < 2e8; i++); return "done"';
    assert.equal(await returned(attached(goOn), body, { limits: { wallMs: 100, cpuMs: 100 } }), 'done');
  });

  fullTest('keeps the other limits', async () => {
    const { code } = await failure(attached(goOn), 'const all = []; for (;;) all.push([1, 2, 3])', {
      limits: { heapMb: 32 },
    });
    assert.equal(code, 'memory_limit');
  });

  it('is cancelled while it stands at a breakpoint, and leaves no process', async () => {
    const controller = new AbortController();
    const sandbox = attached(() => controller.abort());
    const handlers = new RecordingHandlers();
    const { code } = await failure(sandbox, 'debugger; await tools.geo.getCity({})', {
      handlers,
      signal: controller.signal,
    });
    await sandbox.dispose();
    assert.deepEqual([code, handlers.calls.length], ['cancelled', 0]);
    assert.deepEqual(await eventually(sandboxProcesses, (found) => found.length === 0), []);
  });

  it('is cancelled while no debugger has come, and leaves no process', async () => {
    const controller = new AbortController();
    const sandbox = debugged(() => controller.abort());
    assert.equal((await failure(sandbox, 'return 1', { signal: controller.signal })).code, 'cancelled');
    await sandbox.dispose();
    assert.deepEqual(await eventually(sandboxProcesses, (found) => found.length === 0), []);
  });

  it('waits only so long for a debugger', async () => {
    const sandbox = debugged(() => undefined, { startLimitMs: 2_000 });
    assert.match((await failure(sandbox, 'return 1')).message, /was not ready in 2000 ms/);
  });

  it('tells its key to nobody who asks its port', async () => {
    const sandbox = debugged((address) => {
      const { host, pathname } = new URL(address);
      const asked = fetch(`http://${host}/json/list`).then((answer) => answer.text());
      const attach = (published: string) => {
        assert.ok(!published.includes(pathname.slice(1)), published);
        return DebuggerClient.attach(address, goOn);
      };
      void asked.catch(() => '').then(attach);
    });
    assert.equal(await returned(sandbox, 'return 1'), 1);
  });

  it('is held by the permission model where the runtime can debug under it', async () => {
    const known = process.allowedNodeEnvironmentFlags.has('--allow-inspector');
    assert.deepEqual((await debugged(() => undefined).status()).debug, { permission: known });
  });

  it('is not to be had in WebAssembly', async () => {
    const sandbox = debugged(() => undefined, { engine: 'wasm' });
    const refusal = /WebAssembly cannot be debugged: .*codeMode\.sandbox\.engine/;
    assert.match((await sandbox.status()).unavailable ?? '', refusal);
    assert.match((await failure(sandbox, 'return 1')).message, refusal);
  });

  it('is walled by the operating system where others are', async () => {
    const { platform, execPath, env } = process;
    const found = await findOsConfinement({ platform, path: env['PATH'] ?? '', execPath });
    const sandbox = attached(goOn, { osConfinement: 'auto' });
    assert.equal((await sandbox.status()).osConfinement.state, found.ok ? 'in force' : 'none');
    assert.equal(await returned(sandbox, 'debugger; return 1'), 1);
  });
});

describe('a sandbox that is not debugged', () => {
  it('has no inspector', () => {
    const { args } = commandLine(process.execPath, { heapMb: 64, cpuMs: 1_000, timeZone: 'UTC' });
    assert.doesNotMatch(args.join(' '), /inspect/);
  });
});
