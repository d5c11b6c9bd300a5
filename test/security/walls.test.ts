// Tests the confinement without SES: an attacker's program in the process, with all of Node at its disposal, and in
// place of the guest.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../../src/sandbox/supervisor/commandLine.ts';
import { reportOf } from '../sandbox/reportOf.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { RunRecorder } from '../sandbox/runRecorder.ts';
import {
  failure,
  RecordingHandlers,
  returned,
  sandboxOn,
  sharedSandbox,
  unavailable,
} from '../sandbox/sandboxBed.ts';

const hostile = (name: string) => join(import.meta.dirname, '../fixtures/hostileGuests', name);

/** Ways that lead nowhere here even without confinement: the runtime itself closes them, or nothing is behind them. */
const closedAnyway = new Set(['cryptoEngine', 'requireByMainModule', 'importFile', 'connectByPath']);
/** Ways that end or permanently change the program, so each is tried in a process of its own. */
const openedAlone = ['exec', 'spawnBinding', 'spawnSyncBinding', 'registerHooks'];

function dataUrl(program: string): string {
  return `data:text/javascript,${encodeURIComponent(program).replaceAll("'", '%27')}`;
}

/**
 * Ways that the permission model leaves open, so the boot stub closes them: signals to other processes, and sockets
 * before Node 25 (docs/security.md).
 */
const leftOpen = new Set(['killHost', 'listen']);

describe('the process alone', () => {
  const program = readFileSync(hostile('reachOut.cjs'), 'utf8');
  const doors = [...(program.split('const doors = {')[1] ?? '').matchAll(/^ {2}(\w+): /gm)].map(
    ([, name]) => name ?? '',
  );
  const secret = { SANDBOX_TEST_SECRET: 'secret' };
  let report: Readonly<Record<string, string>> = {};
  /** The open ways of a process without the permission model. */
  let plain: Readonly<Record<string, string>> = {};

  before(async () => {
    const { command, args, env, cwd } = commandLine(process.execPath, {
      heapMb: 256,
      cpuMs: 10_000,
      timeZone: 'UTC',
    });
    Object.assign(process.env, secret);
    report = await reportOf(command, [...args.slice(0, -1), program], { env, cwd }, '');
    delete process.env['SANDBOX_TEST_SECRET'];
    const together = doors.filter((door) => !openedAlone.includes(door) && !closedAnyway.has(door));
    const options = { env: { ...process.env, ...secret } };
    const opened = [together.join(), ...openedAlone].map((wanted) =>
      reportOf(process.execPath, ['--eval', program], options, wanted),
    );
    plain = Object.assign({}, ...(await Promise.all(opened))) as typeof plain;
  });

  for (const door of doors) {
    if (!leftOpen.has(door)) {
      it(`lets nobody out by ${door}`, () =>
        assert.doesNotMatch(report[door] ?? 'open: was not tried', /^open/));
    }
    if (!closedAnyway.has(door)) {
      it(`is what keeps ${door} shut`, () => assert.match(plain[door] ?? '', /^open/));
    }
  }

  it('has no variables but the time zone, and what its shell adds', () => {
    assert.match(report['variables'] ?? '', /^(PWD|OLDPWD|SHLVL|_|,)*(TMPDIR,)?TZ$/);
  });
});

describe('a program in place of our guest', () => {
  const sandbox = sharedSandbox({ guestFile: hostile('speak.cjs') });
  const ways: readonly (readonly [what: string, expression: string])[] = [
    ['requires no module', 'require("node:net")'],
    ['gets no module of the runtime', 'process.getBuiltinModule("node:child_process")'],
    [
      'finds no module among the globals',
      'globalThis.net ?? globalThis.child_process ?? globalThis.module ?? missing',
    ],
    ['reads no file by the file system it is lent', 'require("node:fs").readFileSync("/etc/hostname")'],
    ['sends no signal', 'process.kill(process.ppid, 0)'],
    ['has no binding', 'process.binding("fs")'],
    ['loads no library', 'process.dlopen({ exports: {} }, "/lib/x86_64-linux-gnu/libm.so.6")'],
    ['makes no connection by the class of its input', 'new (process.stdin.constructor)().connect("/run/x")'],
    [
      'makes no socket by the handle of its input',
      'new (process.stdin._handle.constructor)(1).bind("/tmp/code-mode-walls-socket")',
    ],
    ['imports nothing', 'import("node:net")'],
  ];
  /** The results of the ways, which are tried one after another in one process. */
  let tried: Promise<unknown> | undefined;
  const tries = ways.map(
    ([, expression]) =>
      `said.push(await Promise.resolve().then(() => ${expression}).then(() => "OUT", String));`,
  );
  const program = `(async () => { const said = []; ${tries.join(' ')} frame('[["done",true]]', JSON.stringify(said)); })();`;
  for (const [index, [what]] of ways.entries()) {
    it(what, async () => {
      tried ??= returned(sandbox(), program);
      assert.match(((await tried) as string[])[index] ?? '', /Error/);
    });
  }
});

describe('a program in place of our guest, in a runtime that has more than Node', () => {
  // The members that Electron adds (its shell/common/node_bindings.cc and shell/app/node_main.cc).
  const planted = 'crash hang crashReporter takeHeapSnapshot getProcessMemoryInfo somethingNew fixed'.split(
    ' ',
  );
  const plant = `
    for (const name of ${JSON.stringify(planted)}) process[name] = () => "reached";
    process.crashReporter = { start() {} };
    Object.defineProperty(process, "fixed", { value: () => "reached", writable: true, configurable: false });
    Object.defineProperty(process, "type", { value: "browser", configurable: false });`;
  const withProgram = (program: string) =>
    `SECRET=of-the-user exec '${process.execPath}' --import '${dataUrl(program)}' "$@"`;
  const sandbox = sandboxOn(withProgram(plant), { guestFile: hostile('speak.cjs') });
  const said = (expression: string) =>
    returned(sandbox(), `frame('[["done",true]]', JSON.stringify(${expression}))`);

  it('finds nothing of what it adds to process', async () => {
    assert.deepEqual(
      await said(`${JSON.stringify(planted)}.filter((name) => process[name] !== undefined)`),
      [],
    );
  });

  it('finds of process only what Node and our guest need', async () => {
    const left =
      'Object.getOwnPropertyNames(process).filter((name) => Object(process[name]) === process[name]).sort()';
    const needed =
      '_events _fatalException _rawDebug _tickCallback cwd emitWarning env exit features getBuiltinModule ' +
      'nextTick permission reallyExit stdin versions';
    assert.deepEqual(await said(left), needed.split(' '));
  });

  it('finds no variable', async () => assert.deepEqual(await said('Object.keys(process.env)'), []));

  it('does not start when something cannot be taken away', async () => {
    const fixed = 'Object.defineProperty(process, "crash", { value: () => 1, configurable: false })';
    using folder = new TemporaryFolder('code-mode-runtime-');
    const message = await unavailable({ execPath: folder.program('runtime', withProgram(fixed)) });
    assert.match(message, /process\.crash cannot be taken away/);
  });
});

describe('a process that sends what our guest never sends', () => {
  const sandbox = sharedSandbox({ guestFile: hostile('speak.cjs') });
  const quote = JSON.stringify;

  // test/sandbox/supervisor/guestMessage.test.ts has every breach in the form of a message.
  const breaches: readonly (readonly [what: string, body: string])[] = [
    ['an unknown type', 'frame(\'[["NODE_HANDLE"]]\')'],
    ['a call out of order', 'frame(\'[["tool",7,"a","b","value",null]]\')'],
    ['an input that is no JSON', 'frame(\'[["tool",1,"a","b","value",true]]\', "{")'],
    [
      'an input that is no JSON, with a call and a result after it',
      'frame(\'[["tool",1,"a","b","value",true],["tool",2,"a","b","value",null],["done",null]]\', "[}")',
    ],
    [
      'an input that is too deep',
      'frame(\'[["tool",1,"a","b","value",true]]\', "[".repeat(5e5) + "]".repeat(5e5))',
    ],
    [
      'an input that is too large',
      'frame(\'[["tool",1,"a","b","value",true]]\', JSON.stringify("x".repeat(2e6)))',
    ],
    ['parameters that are no list', 'frame(\'[["codemode",1,"search",true]]\', "{}")'],
    ['a result that is no JSON', 'frame(\'[["done",true]]\', "{")'],
    ['a result in brackets that do not match', 'frame(\'[["done",true]]\', "[}")'],
    ['a result that is too deep', 'frame(\'[["done",true]]\', "[".repeat(1e5) + "]".repeat(1e5))'],
    ['a block of many values', 'frame(\'[["display",true]]\', `[${"[],".repeat(100)}[]]`)'],
    ['a block that is no JSON', 'frame(\'[["display",true]]\', "{")'],
    ['a frame that is too large', 'const h = Buffer.alloc(4); h.writeUInt32LE(4e9, 0); write(h)'],
    ['random bytes', 'write(Buffer.from(Array.from({ length: 1e5 }, (_, i) => (i * 7919) % 256)))'],
    ['a tick of a run that nobody records', 'frame(\'[["tick",1,1]]\')'],
    ['a second start', 'frame(\'[["ready"],["walls",true,""]]\')'],
  ];
  for (const [what, body] of breaches) {
    it(`is stopped for ${what}`, async () => {
      const handlers = new RecordingHandlers();
      const { code, message } = await failure(sandbox(), body, { handlers });
      assert.deepEqual([code, handlers.calls, handlers.logs], ['sandbox_died', [], []]);
      assert.match(message, /broke its protocol/);
    });
  }

  const ticks: readonly (readonly [what: string, body: string])[] = [
    ['that an answer began to a call that was never made', 'frame(\'[["tick",1,1]]\')'],
    [
      'that more answers began than there were calls',
      'frame(\'[["tool",1,"a","b","value",null],["tick",1,1],["tick",2,1]]\')',
    ],
    [
      'that began with more answers than there were calls',
      'frame(\'[["tool",1,"a","b","value",null],["tick",1,1,2]]\')',
    ],
    [
      'more than a recording may have',
      'for (let i = 0; i < 101; i += 1) frame(JSON.stringify(Array(1000).fill(["tick",1,-1])))',
    ],
  ];
  for (const [what, body] of ticks) {
    it(`is stopped for a tick ${what}`, async () => {
      const { code, message } = await failure(sandbox(), body, { handlers: new RunRecorder() });
      assert.equal(code, 'sandbox_died');
      assert.match(message, /broke its protocol/);
    });
  }

  it('is not heard after its end', async () => {
    const handlers = new RecordingHandlers();
    const messages = [
      ['done', true],
      ['done', true],
      ['log', 'log', 'late', 1, null],
      ['tool', 1, 'a', 'b', 'value', null],
    ];
    assert.equal(await returned(sandbox(), `frame(${quote(quote(messages))}, "1", "2")`, { handlers }), 1);
    assert.deepEqual([handlers.logs, handlers.calls], [[], []]);
  });

  it('may claim a failed call that never was without harm', async () => {
    const said = await failure(
      sandbox(),
      `frame(${quote(quote([['fail', 'script_error', 'x', [1, 1], 99, null, []]]))})`,
    );
    assert.deepEqual(said, { code: 'script_error', message: 'x', position: { line: 1, column: 1 } });
  });

  it('is stopped by the limits when it floods', async () => {
    const flood =
      'for (;;) frame(JSON.stringify(Array.from({ length: 1000 }, () => ["log", "log", "x", 1, null])))';
    assert.equal((await failure(sandbox(), flood)).code, 'log_limit');
  });

  it('keeps a frame that never ends to itself', async () => {
    const grown = process.memoryUsage.rss();
    const endless =
      'const h = Buffer.alloc(4); h.writeUInt32LE(9e6, 0); write(h); for (;;) { const until = Date.now() + 20; while (Date.now() < until); write(Buffer.alloc(1)) }';
    assert.equal((await failure(sandbox(), endless, { limits: { wallMs: 500 } })).code, 'timeout');
    assert.ok(process.memoryUsage.rss() - grown < 100 * 1_048_576);
  });

  it('leaves the thread ready for the next run', async () => {
    assert.equal(await returned(sandbox(), `frame(${quote('[["done",true]]')}, ${quote('"fine"')})`), 'fine');
  });
});
