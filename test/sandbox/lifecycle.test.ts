// Runs from start to end: processes are fresh, every call settles exactly once, nothing is left behind.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessSandbox } from '../../src/sandbox/host/processSandbox.ts';
import { sandboxEngines } from '../../src/sandbox/host/sandboxPort.ts';
import {
  failure,
  guestFile,
  makeSandbox,
  RecordingHandlers,
  returned,
  run,
  onEachEngine,
  threadFile,
  toolError,
  value,
} from './sandboxBed.ts';
import { sandboxProcesses } from './sandboxProcesses.ts';

onEachEngine('a run', (sandbox, engine) => {
  it('shares nothing with the run before', async () => {
    // An object of the language that is not frozen, where there is one.
    const shared = engine === 'process' ? 'Object.getPrototypeOf(new Intl.Segmenter("en").segment("a"))' : '{}';
    const body = `const shared = ${shared}; const seen = [globalThis.mark, shared.mark]; globalThis.mark = 1; shared.mark = 1; return seen;`;
    assert.deepEqual(
      [await returned(sandbox(), body), await returned(sandbox(), body)],
      [
        [null, null],
        [null, null],
      ],
    );
  });

  it('goes on beside others', async () => {
    const bodies = [1, 2, 3].map((n) => `await new Promise((r) => setTimeout(r, 50)); return ${n}`);
    assert.deepEqual(await Promise.all(bodies.map((body) => returned(sandbox(), body))), [1, 2, 3]);
  });

  it('is cancelled before it begins when its signal is aborted', async () => {
    const { code } = await failure(sandbox(), 'return 1', { signal: AbortSignal.abort() });
    assert.equal(code, 'cancelled');
  });

  it('is cancelled in the middle of a loop', async () => {
    const controller = new AbortController();
    const handlers = new RecordingHandlers();
    const ended = failure(sandbox(), 'await tools.geo.getCity(); for (;;);', { handlers, signal: controller.signal });
    await handlers.called(1);
    controller.abort();
    assert.equal((await ended).code, 'cancelled');
  });

  it('can use what the language and the globals promise', async () => {
    const body =
      'const s = AbortSignal.timeout(5); await new Promise((r) => s.addEventListener("abort", r));' +
      'const c = new AbortController(); c.abort("why");' +
      'return [s.reason.name, c.signal.reason, atob(btoa("hi")), structuredClone({ a: [1] }), crypto.randomUUID().length, ' +
      'new TextDecoder().decode(new TextEncoder().encode("ü")), (1234.5).toLocaleString("en"), ' +
      'Math.random() < 1, Date.now() > 1e12, ' +
      'new URL("?a=1", "http://b.test").searchParams.get("a"), new Float32Array(1).length, Object.groupBy([1, 2], (n) => n % 2).length ?? 0]';
    assert.deepEqual(await returned(sandbox(), body), [
      ...['TimeoutError', 'why', 'hi', { a: [1] }, 36, 'ü', '1,234.5', true, true, '1', 1, 0],
    ]);
  });
});

for (const engine of sandboxEngines) {
  describe(`a pending call settles exactly once [${engine}]`, () => {
    const rows: readonly (readonly [by: string, end: (bed: Bed) => unknown, code: string | undefined])[] = [
      ['the reply', ({ answer }) => answer(true), undefined],
      ['a tool error', ({ answer }) => answer(false), 'script_error'],
      ['the death of its server', ({ answer }) => answer(false), 'script_error'],
      ['cancelling the run', ({ controller }) => controller.abort(), 'cancelled'],
      ['a limit', () => delay(400), 'timeout'],
      ['closing the sandbox', ({ sandbox }) => sandbox.dispose(), 'cancelled'],
    ];

    const death: (typeof rows)[number] = [
      'the death of the sandbox',
      async () => (await sandboxProcesses()).forEach((pid) => process.kill(pid, 'SIGKILL')),
      'sandbox_died',
    ];

    interface Bed {
      readonly sandbox: ProcessSandbox;
      readonly controller: AbortController;
      readonly answer: (ok: boolean) => void;
    }

    // Nothing but the thread itself can end a worker of the wasm engine.
    for (const [by, end, code] of engine === 'process' ? [...rows, death] : rows) {
      it(`by ${by}`, async () => {
        const sandbox = makeSandbox({ engine, spares: 0 });
        const controller = new AbortController();
        const late = Promise.withResolvers<boolean>();
        const handlers = new RecordingHandlers(async () => ((await late.promise) ? value('done') : { ok: false, error: toolError() }));
        let settled = 0;
        const body = 'const v = await tools.geo.getCity(); console.log("after the call"); return v';
        const outcome = run(sandbox, body, { handlers, signal: controller.signal, limits: { wallMs: 1_500 } });
        void outcome.then(() => (settled += 1));
        await handlers.called(1);
        assert.equal(handlers.contexts[0]?.signal.aborted, false);
        await end({ sandbox, controller, answer: late.resolve });
        const ended = await outcome;
        // What comes afterwards changes nothing and reaches nobody.
        late.resolve(true);
        controller.abort();
        await sandbox.dispose();
        assert.deepEqual(
          [ended.ok ? undefined : ended.failure.code, settled, handlers.contexts.map((context) => context.signal.aborted)],
          [code, 1, [true]],
        );
        assert.deepEqual(handlers.texts, code === undefined ? ['after the call'] : []);
      });
    }
  });
}

describe('a sandbox', () => {
  it('starts nothing until it is needed', async () => {
    const sandbox = makeSandbox();
    assert.deepEqual(await sandboxProcesses(), []);
    await sandbox.dispose();
  });

  it('leaves no process behind when it is closed', async () => {
    const sandbox = makeSandbox();
    const runs = [run(sandbox, 'for (;;);'), run(sandbox, 'await new Promise((r) => setTimeout(r, 60000))')];
    await returned(sandbox, 'return 1');
    await sandbox.dispose();
    const codes = (await Promise.all(runs)).map((outcome) => outcome.ok || outcome.failure.code);
    assert.deepEqual([codes, await sandboxProcesses()], [['cancelled', 'cancelled'], []]);
  });

  it('runs nothing after it is closed', async () => {
    const sandbox = makeSandbox();
    await sandbox.dispose();
    sandbox.warm();
    assert.equal((await failure(sandbox, 'return 1')).code, 'cancelled');
  });

  it('lets its spares go when it is idle, and starts again', async () => {
    const sandbox = makeSandbox({ idleMs: 1_000 });
    sandbox.warm();
    const [spare = 0] = await processesOf(process);
    assert.ok(await isGone(spare));
    assert.deepEqual(await sandboxProcesses(), []);
    assert.equal(await returned(sandbox, 'return 2'), 2);
    await sandbox.dispose();
  });

  /** A host of its own that warms a sandbox and then does `next`. */
  function host(next: string) {
    const source = `
      import { ProcessSandbox } from ${JSON.stringify(join(import.meta.dirname, '../../src/sandbox/host/processSandbox.ts'))};
      new ProcessSandbox({ threadFile: ${JSON.stringify(threadFile)}, guestFile: ${JSON.stringify(guestFile)}, log: () => {} }).warm();
      ${next}`;
    return spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'ignore' });
  }

  async function processesOf(child: { pid?: number | undefined }): Promise<number[]> {
    for (let tries = 0; tries < 100; tries += 1) {
      const found = await sandboxProcesses(child.pid);
      if (found.length > 0) return found;
      await delay(50);
    }
    throw new Error('The host has started no sandbox process.');
  }

  /** Whether the process ends within five seconds. */
  async function isGone(pid: number): Promise<boolean> {
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) === '') return true;
      await delay(50);
    }
    return false;
  }

  it('does not keep its host from ending', async () => {
    const [code] = (await once(host('setTimeout(() => {}, 300)'), 'exit')) as [number];
    assert.equal(code, 0);
  });

  it('has processes that end with a host that is killed', async () => {
    const child = host('setInterval(() => {}, 1000)');
    const [pid = 0] = await processesOf(child);
    child.kill('SIGKILL');
    assert.ok(await isGone(pid));
  });
});

describe('a sandbox that cannot start says sandbox_unavailable', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function runtime(name: string, script: string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
    return file;
  }

  async function unavailable(options: Parameters<typeof makeSandbox>[0]): Promise<string> {
    const sandbox = makeSandbox(options);
    const { code, message } = await failure(sandbox, 'return 1');
    await sandbox.dispose();
    assert.equal(code, 'sandbox_unavailable', message);
    return message;
  }

  it('when the runtime does not exist', async () => {
    assert.match(await unavailable({ execPath: join(folder, 'nowhere') }), /The sandbox process is gone/);
  });

  it('when the runtime ends at once, without trying forever', async () => {
    assert.match(await unavailable({ execPath: await runtime('broken', 'echo "bad option" >&2; exit 9') }), /exit code 9: bad option/);
  });

  it('when the runtime has no permission model in force', async () => {
    const open = await runtime('open', `for a; do shift; [ "$a" = --permission ] || set -- "$@" "$a"; done; exec ${process.execPath} "$@"`);
    const message = await unavailable({ execPath: open });
    assert.match(message, /started without --permission.*codeMode\.sandbox\.allowUnconfined/);
    const sandbox = makeSandbox({ execPath: open, allowUnconfined: true });
    assert.equal(await returned(sandbox, 'return "held by the language alone"'), 'held by the language alone');
    await sandbox.dispose();
  });

  it('when its guest does not boot', async () => {
    const broken = join(folder, 'guest.cjs');
    await writeFile(broken, 'throw new Error("no boot")');
    assert.match(await unavailable({ guestFile: broken }), /no boot/);
  });

  it('when its thread does not start', async () => {
    assert.match(await unavailable({ threadFile: join(folder, 'thread.js') }), /The sandbox thread ended/);
    assert.match(await unavailable({ guestFile: join(folder, 'absent.cjs') }), /The sandbox thread ended: ENOENT/);
  });
});
