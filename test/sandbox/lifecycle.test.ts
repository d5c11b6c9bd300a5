// Tests runs from start to end: processes are fresh, every call settles exactly once, and nothing is left behind.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SupervisedSandbox } from '../../src/sandbox/host/sandbox.ts';
import type { CallReply } from '../../src/sandbox/host/sandboxPort.ts';
import { sandboxEngines } from '../../src/sandbox/protocol/sandboxOptions.ts';
import { retryDelayMs } from '../../src/sandbox/supervisor/instancePool.ts';
import {
  failure,
  hostWithSpare,
  makeSandbox,
  onProcessEngine,
  RecordingHandlers,
  returned,
  run,
  toolError,
  unavailable,
  value,
} from './sandboxBed.ts';
import { eventually, sandboxProcesses } from './sandboxProcesses.ts';
import { everyTest, fullTest } from '../fakes/everyTest.ts';
import { sharedFolder } from '../fakes/temporaryFolder.ts';

onProcessEngine('a run', /^shares nothing with the run before$/, (sandbox, engine) => {
  it('shares nothing with the run before', async () => {
    // An object of the language that is not frozen, if the engine has one.
    const shared =
      engine === 'process' ? 'Object.getPrototypeOf(new Intl.Segmenter("en").segment("a"))' : '{}';
    const body = `const shared = ${shared}; const seen = [globalThis.mark, shared.mark]; globalThis.mark = 1; shared.mark = 1; return seen;`;
    assert.deepEqual(
      [await returned(sandbox(), body), await returned(sandbox(), body)],
      [
        [null, null],
        [null, null],
      ],
    );
  });

  it('waits where as many others run as may', async () => {
    const [full, free] = [
      makeSandbox({ engine, mostRuns: 1, spares: 0 }),
      makeSandbox({ engine, spares: 0 }),
    ];
    const answer = Promise.withResolvers<CallReply>();
    const handlers = new RecordingHandlers(() => answer.promise);
    const ended: string[] = [];
    const first = returned(full, 'return await tools.geo.getCity()', { handlers }).then(() =>
      ended.push('first'),
    );
    await handlers.called(1);
    const second = returned(full, 'return 2').then(() => ended.push('second'));
    await returned(free, 'return 3');
    answer.resolve(value(1));
    await Promise.all([first, second]);
    await Promise.all([full.dispose(), free.dispose()]);
    assert.deepEqual(ended, ['first', 'second']);
  });

  it('is cancelled before it begins when its signal is aborted', async () => {
    const { code } = await failure(sandbox(), 'return 1', { signal: AbortSignal.abort() });
    assert.equal(code, 'cancelled');
  });

  it('is cancelled in the middle of a loop', async () => {
    const controller = new AbortController();
    const handlers = new RecordingHandlers();
    const ended = failure(sandbox(), 'await tools.geo.getCity(); for (;;);', {
      handlers,
      signal: controller.signal,
    });
    await handlers.called(1);
    controller.abort();
    assert.equal((await ended).code, 'cancelled');
  });
});

for (const engine of sandboxEngines) {
  describe(`a pending call settles exactly once [${engine}]`, () => {
    const rows: readonly (readonly [by: string, end: (bed: Bed) => unknown, code: string | undefined])[] = [
      ['the reply', ({ answer }) => answer(true), undefined],
      ['a tool error', ({ answer }) => answer(false), 'script_error'],
      ['the death of its server', ({ answer }) => answer(false), 'script_error'],
      ['cancelling the run', ({ controller }) => controller.abort(), 'cancelled'],
      ['a limit', () => undefined, 'timeout'],
      ['closing the sandbox', ({ sandbox }) => sandbox.dispose(), 'cancelled'],
    ];

    const death: (typeof rows)[number] = [
      'the death of the sandbox',
      () => sandboxProcesses().forEach((pid) => process.kill(pid, 'SIGKILL')),
      'sandbox_died',
    ];

    interface Bed {
      readonly sandbox: SupervisedSandbox;
      readonly controller: AbortController;
      readonly answer: (ok: boolean) => void;
    }

    // Only the thread itself can end a worker of the wasm engine. Two kinds of calls show that a worker ends as a
    // process does.
    const onSecondEngine = rows.filter(
      ([by]) => everyTest || by === 'the reply' || by === 'closing the sandbox',
    );
    for (const [by, end, code] of engine === 'process' ? [...rows, death] : onSecondEngine) {
      it(`by ${by}`, async () => {
        const sandbox = makeSandbox({ engine, spares: 0 });
        const controller = new AbortController();
        const late = Promise.withResolvers<boolean>();
        const handlers = new RecordingHandlers(async () =>
          (await late.promise) ? value('done') : { ok: false, error: toolError() },
        );
        let settled = 0;
        const body = 'const v = await tools.geo.getCity(); console.log("after the call"); return v';
        const outcome = run(sandbox, body, {
          handlers,
          signal: controller.signal,
          limits: code === 'timeout' ? { wallMs: 1_500 } : {},
        });
        void outcome.then(() => (settled += 1));
        await handlers.called(1);
        assert.equal(handlers.contexts[0]?.signal.aborted, false);
        await end({ sandbox, controller, answer: late.resolve });
        const ended = await outcome;
        // Later events change nothing and reach no listener.
        late.resolve(true);
        controller.abort();
        await sandbox.dispose();
        assert.deepEqual(
          [
            ended.ok ? undefined : ended.failure.code,
            settled,
            handlers.contexts.map((context) => context.signal.aborted),
          ],
          [code, 1, [true]],
        );
        assert.deepEqual(handlers.texts, code === undefined ? ['after the call'] : []);
      });
    }
  });
}

describe('a sandbox', () => {
  it('starts nothing until it is needed', async () => {
    await using _sandbox = makeSandbox();
    assert.deepEqual(sandboxProcesses(), []);
  });

  it('leaves no process behind when it is closed', async () => {
    const sandbox = makeSandbox();
    const runs = [run(sandbox, 'for (;;);'), run(sandbox, 'await new Promise((r) => setTimeout(r, 60000))')];
    await returned(sandbox, 'return 1');
    await sandbox.dispose();
    const codes = (await Promise.all(runs)).map((outcome) => outcome.ok || outcome.failure.code);
    assert.deepEqual([codes, sandboxProcesses()], [['cancelled', 'cancelled'], []]);
  });

  it('runs nothing after it is closed', async () => {
    const sandbox = makeSandbox();
    await sandbox.dispose();
    sandbox.warm();
    assert.equal((await failure(sandbox, 'return 1')).code, 'cancelled');
  });

  it('lets its spares go when it is idle, and starts again', async () => {
    await using sandbox = makeSandbox({ idleMs: 1_000 });
    sandbox.warm();
    await eventually(sandboxProcesses, (pids) => pids.length === 1);
    assert.deepEqual(await eventually(sandboxProcesses, (pids) => pids.length === 0), []);
    assert.equal(await returned(sandbox, 'return 2'), 2);
  });

  fullTest('outlives a time without file descriptors, with the runs that had begun', async () => {
    const host = [process.execPath, join(import.meta.dirname, 'outOfDescriptors.ts')];
    const { stdout } = await promisify(execFile)('/bin/sh', [
      '-c',
      'ulimit -n 300; exec "$@"',
      'sh',
      ...host,
    ]);
    assert.deepEqual(JSON.parse(stdout), ['sandbox_unavailable', 'answered', 1]);
  });

  it('does not keep its host from ending', async () => {
    const [code] = (await once(hostWithSpare('setTimeout(() => {}, 300)'), 'exit')) as [number];
    assert.equal(code, 0);
  });

  it('has processes that end with a host that is killed', async () => {
    const child = hostWithSpare('setInterval(() => {}, 1000)');
    const [pid = 0] = await eventually(
      () => sandboxProcesses(child.pid),
      (pids) => pids.length > 0,
    );
    child.kill('SIGKILL');
    const command = () => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    assert.equal(await eventually(command, (text) => text === ''), '');
  });
});

describe('a spare', () => {
  const folder = sharedFolder('sandbox-spare-');

  it('is replaced when it is killed, without a run', async () => {
    await using sandbox = makeSandbox();
    sandbox.warm();
    const [first = 0] = await eventually(sandboxProcesses, (pids) => pids.length === 1);
    process.kill(first, 'SIGKILL');
    const [second] = await eventually(sandboxProcesses, (pids) => pids.length === 1 && pids[0] !== first);
    assert.ok(second !== undefined && second !== first);
  });

  it('is replaced when it did not start, without a run', async () => {
    const broken = join(folder.path, 'broken');
    await writeFile(broken, '');
    const runtime = folder.program('node', `[ -e '${broken}' ] && exit 9\nexec '${process.execPath}' "$@"`);
    const told = Promise.withResolvers<string>();
    await using sandbox = makeSandbox({ execPath: runtime, log: told.resolve });
    sandbox.warm();
    assert.match(await told.promise, /^Spare sandbox not started: .*exit code 9/);
    await rm(broken);
    const started = () => sandboxProcesses();
    assert.equal((await eventually(started, (pids) => pids.length === 1)).length, 1);
  });

  it('waits twice as long after each loss, up to a minute', () => {
    assert.deepEqual([0, 1, 2, 6, 7, 1_000].map(retryDelayMs), [500, 1_000, 2_000, 32_000, 60_000, 60_000]);
  });
});

describe('a sandbox that cannot start says sandbox_unavailable', () => {
  const folder = sharedFolder('sandbox-test-');

  it('when the system cannot even try to start the runtime', async () => {
    assert.match(await unavailable({ execPath: 'no\0runtime' }), /did not start .*null bytes/s);
  });

  it('when its guest does not boot', async () => {
    const broken = join(folder.path, 'guest.cjs');
    await writeFile(broken, 'throw new Error("no boot")');
    assert.match(await unavailable({ guestFile: broken }), /no boot/);
  });

  it('when its thread does not start', async () => {
    assert.match(await unavailable({ threadFile: join(folder.path, 'thread.js') }), /Sandbox thread ended/);
    assert.match(
      await unavailable({ guestFile: join(folder.path, 'absent.cjs') }),
      /Sandbox thread ended: ENOENT/,
    );
  });
});
