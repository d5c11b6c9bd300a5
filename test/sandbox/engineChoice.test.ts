// Tests `codeMode.sandbox.engine: auto`: WebAssembly takes over if no process can be started, announces this once, and
// never takes over otherwise.
import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SupervisedSandboxOptions } from '../../src/sandbox/host/sandbox.ts';
import type { SandboxStatus } from '../../src/sandbox/protocol/sandboxOptions.ts';
import { everyTest, fullTest } from '../fakes/everyTest.ts';
import {
  failure,
  makeSandbox,
  RecordingHandlers,
  returned,
  run,
  unavailable,
  untilAborted,
} from './sandboxBed.ts';
import { eventually, sandboxProcesses } from './sandboxProcesses.ts';
import { sharedFolder } from '../fakes/temporaryFolder.ts';

const hasIntl = 'try { return new Intl.NumberFormat("de").format(1.5) } catch { return "no Intl" }';

describe('the engine of a sandbox', () => {
  const folder = sharedFolder('code-mode-engine-');

  /** A runtime without the permission model. */
  const open = () =>
    folder.program(
      'open',
      `for a; do shift; [ "$a" = --permission ] || set -- "$@" "$a"; done; exec ${process.execPath} "$@"`,
    );
  /** A runtime with something in `process` that cannot be taken away. */
  const unyielding = () => {
    const plant = 'Object.defineProperty(process, "fixed", { value: () => 1 })';
    return folder.program(
      'unyielding',
      `exec ${process.execPath} --import 'data:text/javascript,${encodeURIComponent(plant)}' "$@"`,
    );
  };
  const silent = () => folder.program('silent', 'exec sleep 60');
  const tasklist = () => folder.program('tasklist', 'echo "ERROR: Access denied" >&2; exit 1');
  const unmeasured = () => ({ meter: { platform: 'win32' as const, source: tasklist() } });

  interface Seen {
    /** The values of a script that uses Intl. */
    readonly values: readonly unknown[];
    readonly fallbacks: readonly string[];
    readonly notes: readonly string[];
    readonly status: SandboxStatus;
  }

  /** Makes two runs, or `runs`, one after the other. */
  async function seen(options: Partial<SupervisedSandboxOptions>, runs = 2): Promise<Seen> {
    const fallbacks: string[] = [];
    const lines: string[] = [];
    await using sandbox = makeSandbox({
      engine: 'auto',
      spares: 0,
      lines,
      onFallback: (why) => fallbacks.push(why),
      ...options,
    });
    const values: unknown[] = [];
    for (let at = 0; at < runs; at += 1) {
      const end = await run(sandbox, hasIntl);
      values.push(end.ok ? end.value : end.failure.code);
    }
    const status = await sandbox.status();
    return {
      values,
      fallbacks,
      notes: lines.filter((line) => line.startsWith('Scripts run in WebAssembly')),
      status,
    };
  }

  it('is the process where nothing speaks against it', async () => {
    const { values, fallbacks, notes, status } = await seen({});
    assert.deepEqual([values, fallbacks, notes], [['1,5', '1,5'], [], []]);
    assert.deepEqual(status, {
      choice: 'auto',
      engine: 'process',
      ready: true,
      meter: { source: '/proc', state: 'works' },
      osConfinement: { mode: 'off', state: 'off' },
    });
  });

  const cases: readonly (readonly [
    what: string,
    options: () => Partial<SupervisedSandboxOptions>,
    why: RegExp,
  ])[] = [
    ['the runtime is not there (ENOENT)', () => ({ execPath: join(folder.path, 'nowhere') }), /not found/],
    [
      'the runtime may not run (EACCES, EPERM)',
      () => ({ execPath: folder.program('closed', '', 0o644) }),
      /exit code 126/,
    ],
    [
      'the runtime refuses an option',
      () => ({ execPath: folder.program('old', 'echo "bad option: --x" >&2; exit 9') }),
      /bad option/,
    ],
    ['the permission model is not in force', () => ({ execPath: open() }), /started without --permission/],
    [
      'something of the runtime cannot be taken away',
      () => ({ execPath: unyielding() }),
      /process\.fixed cannot be taken away/,
    ],
    [
      'it is not ready in time, twice',
      () => ({ execPath: silent(), startLimitMs: 300 }),
      /not ready in 300 ms/,
    ],
    ['processes cannot be measured', unmeasured, /cannot measure processes: .*Access denied/s],
  ];
  // supervisor/startFailure.test.ts tests the messages of every failed start.
  const some = [
    'the runtime refuses an option',
    'the permission model is not in force',
    'processes cannot be measured',
  ];
  for (const [what, options, why] of cases.filter(([what]) => everyTest || some.includes(what))) {
    it(`is WebAssembly where ${what}, said once`, async () => {
      const { values, fallbacks, notes, status } = await seen(options());
      assert.deepEqual([values, fallbacks.length, notes.length], [['no Intl', 'no Intl'], 1, 1]);
      assert.match(fallbacks[0] ?? '', why);
      assert.deepEqual(
        [status.choice, status.engine, status.ready, status.fallback],
        ['auto', 'wasm', true, fallbacks[0]],
      );
    });

    // The choice is the same for every reason except a missing meter; `npm run test:full` tries all reasons.
    if (!everyTest && what === 'the permission model is not in force') continue;

    for (const [is, more] of [
      ['is no other than the one that was chosen', { engine: 'process' }],
      ['is not WebAssembly, as the wall of the system is required,', { osConfinement: 'required' }],
    ] as const) {
      it(`${is} where ${what}`, async () => {
        const given = options();
        const { values, fallbacks, status } = await seen({ ...given, ...more }, 1);
        // Without measurement, short scripts still run.
        assert.deepEqual(
          [values[0], fallbacks, status.engine],
          [given.meter ? '1,5' : 'sandbox_unavailable', [], 'process'],
        );
      });
    }
  }

  fullTest('is not given up for one start that was not ready in time', async () => {
    const slowOnce = folder.program(
      'slowOnce',
      `[ -e '${folder.path}/waited' ] || { touch '${folder.path}/waited'; exec sleep 60; }; exec ${process.execPath} "$@"`,
    );
    const { values, fallbacks } = await seen({ execPath: slowOnce, startLimitMs: 3_000, spares: 0 });
    assert.deepEqual([values, fallbacks], [['1,5', '1,5'], []]);
  });

  it('is not given up for a guest that does not boot', async () => {
    const guest = join(folder.path, 'guest.cjs');
    await writeFile(guest, 'throw new Error("no boot")');
    const { values, fallbacks } = await seen({ guestFile: guest });
    assert.deepEqual([values, fallbacks], [['sandbox_unavailable', 'sandbox_unavailable'], []]);
  });

  it('is not given up after a script ran in a process', async () => {
    const runtime = folder.program('node', `exec ${process.execPath} "$@"`);
    const fallbacks: string[] = [];
    await using sandbox = makeSandbox({
      engine: 'auto',
      execPath: runtime,
      spares: 0,
      onFallback: (why) => fallbacks.push(why),
    });
    const first = await returned(sandbox, hasIntl);
    await rename(runtime, `${runtime}.gone`);
    const { code } = await failure(sandbox, hasIntl);
    assert.deepEqual([first, code, fallbacks], ['1,5', 'sandbox_unavailable', []]);
  });

  it('is settled before the first run where a spare was started', async () => {
    const told = Promise.withResolvers<string>();
    await using sandbox = makeSandbox({
      engine: 'auto',
      execPath: join(folder.path, 'nowhere'),
      onFallback: told.resolve,
    });
    sandbox.warm();
    assert.match(await told.promise, /not found/);
    assert.equal(await returned(sandbox, 'return 1'), 1);
  });

  const sorting = 'return ["b", "a"].sort((x, y) => x.localeCompare(y))';
  const languages: readonly (readonly [
    what: string,
    engine: 'auto' | 'wasm',
    body: string,
    lines: number,
  ])[] = [
    ['has a line about missing languages where the script uses them', 'auto', sorting, 1],
    ['has no such line where the script uses none', 'auto', 'return 1', 0],
    ['has no such line where WebAssembly was chosen', 'wasm', sorting, 0],
  ];
  for (const [what, engine, body, lines] of languages) {
    it(`gives a result that ${what}`, async () => {
      const handlers = new RecordingHandlers();
      await using sandbox = makeSandbox({ engine, execPath: join(folder.path, 'nowhere'), spares: 0 });
      await returned(sandbox, body, { handlers });
      assert.equal(handlers.texts.filter((text) => text.includes('no Intl')).length, lines);
    });
  }

  fullTest('leaves no process behind when it changes', async () => {
    await using sandbox = makeSandbox({ engine: 'auto', ...unmeasured() });
    sandbox.warm();
    await returned(sandbox, 'return 1');
    assert.deepEqual(await eventually(sandboxProcesses, (pids) => pids.length === 0), []);
  });

  it('is offered before a sandbox without walls', async () => {
    assert.match(await unavailable({ execPath: open() }), /engine = "wasm".*allowUnconfined/);
  });

  it('is the process without walls where these were given up', async () => {
    const { values, fallbacks } = await seen({ execPath: open(), allowUnconfined: true }, 1);
    assert.deepEqual([values, fallbacks], [['1,5'], []]);
  });
});

describe('a run that cannot be measured', () => {
  const folder = sharedFolder('code-mode-blind-');

  const blindSandbox = (script: string) =>
    makeSandbox({
      meter: { platform: 'win32', source: folder.program('tasklist', script) },
      spares: 0,
    });

  // processMeter.test.ts has each way in which the program of the meter fails.
  it('is ended by its limit of processor time', async () => {
    await using sandbox = blindSandbox('exit 1');
    const { code } = await failure(sandbox, 'for (;;);', { limits: { cpuMs: 500 } });
    assert.equal(code, 'cpu_limit');
  });

  fullTest('is ended when that goes on, with a code of its own', async () => {
    await using sandbox = blindSandbox('exit 1');
    const { code, message } = await failure(
      sandbox,
      'const a = []; for (;;) { a.push(new Uint8Array(1e6).fill(1)); await new Promise((r) => setTimeout(r, 20)) }',
    );
    assert.deepEqual(
      [code, /could not be measured.*codeMode\.sandbox\.engine/.test(message)],
      ['meter_failed', true],
      message,
    );
  });

  fullTest('is not ended by the estimate while it waits for a call', async () => {
    await using sandbox = blindSandbox(`echo '"node.exe","1","Console","1","9,000 K"'`);
    const { code } = await failure(sandbox, 'await tools.geo.getCity()', {
      handlers: new RecordingHandlers(untilAborted),
      limits: { cpuMs: 1_500, wallMs: 5_000 },
    });
    assert.equal(code, 'timeout');
  });
});
