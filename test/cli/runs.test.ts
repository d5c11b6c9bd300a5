// Tests `code-mode runs`: the commands for runs that are over, over a real server that counts its writes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countingServer, serversOf, writesIn } from '../fakes/countedRuns.ts';
import { fullTest } from '../fakes/everyTest.ts';
import { isAlive } from '../mcp/isAlive.ts';
import { eventually } from '../sandbox/sandboxProcesses.ts';
import { OnTerminal } from './onTerminal.ts';
import { config, TestFolder, type Finished } from './testFolder.ts';

const resumeLine = /^Resume with: .* runs resume (\w{5}-\w{8}) --config mcp\.json$/m;
const loop =
  'const seen = []; for (let n = 1; n <= 4; n++) seen.push((await tools.counting.add({ n })).total);';

let folder: TestFolder;

function inNewFolder(): void {
  beforeEach(openFolder);
  afterEach(() => folder[Symbol.dispose]());
}

async function openFolder(): Promise<void> {
  folder = new TestFolder();
  await folder.write('mcp.json', { servers: { counting: countingServer(folder.path) } });
}

const runs = (...args: readonly string[]): Promise<Finished> => folder.codeMode(['runs', ...args]);
const run = (code: string, ...options: readonly string[]) =>
  folder.codeMode(['run', '-', '--allow-writes', '--type-check', 'off', ...options, ...config], code);
/** Time for a server to start and be called on a busy machine. */
const startMs = 50_000;
const pathOf = (name: string) => join(folder.path, name);

async function jsonOf<Shape>(...args: readonly string[]): Promise<Shape> {
  return JSON.parse((await runs(...args, '--json')).stdout) as Shape;
}

interface Listed {
  readonly total: number;
  readonly runs: readonly { readonly id: string; readonly title: string; readonly state: string }[];
}

/** The newest run first. */
async function ids(): Promise<readonly string[]> {
  return (await jsonOf<Listed>('list')).runs.map(({ id }) => id);
}

describe('code-mode runs list', () => {
  before(async () => {
    await openFolder();
    await run('// The first\nreturn 1');
    await run('// The second\nthrow new Error("x")');
    await run('// The third\nreturn 3');
  });
  after(() => folder[Symbol.dispose]());

  it('lists the newest first, with state, origin and title', async () => {
    const { stdout, code } = await runs('list');
    const [head = '', ...rows] = stdout.trimEnd().split('\n');
    assert.match(head, /^ID +WHEN +STATE +TIME +CALLS +FROM +TITLE$/);
    assert.deepEqual(
      rows.map((row) => /^\w{5}-\w{8} +\S+ \S+ +(\w+) .* terminal - +(.*)$/.exec(row)?.slice(1)),
      [
        ['done', 'The third'],
        ['failed', 'The second'],
        ['done', 'The first'],
      ],
    );
    assert.equal(code, 0);
  });

  it('lists only some states, at most as many as wanted, and says how many more there are', async () => {
    const failed = await jsonOf<Listed>('list', '--state', 'failed', '--state', 'cancelled');
    assert.deepEqual(
      failed.runs.map(({ title, state }) => [title, state]),
      [['The second', 'failed']],
    );
    const { stdout, stderr } = await runs('list', '--limit', '2');
    assert.equal(stdout.trimEnd().split('\n').length, 3);
    assert.match(stderr, /^1 more runs; --limit 0 /m);
  });

  it('has 1 as its exit code where there is none', async () => {
    const { code, stderr } = await runs('list', '--state', 'running');
    assert.equal(code, 1);
    assert.match(stderr, /^code-mode: no run .* as running\n$/);
  });

  it('takes the beginning of an id that one run has, in any case, and last', async () => {
    const [newest = '', ...others] = await ids();
    const lengths = Array.from(newest, (_, at) => at + 1);
    const unique = lengths
      .map((length) => newest.slice(0, length))
      .find((start) => !others.some((id) => id.startsWith(start)));
    assert.ok(unique !== undefined && unique.length < newest.length);
    assert.match((await runs('show', unique.toUpperCase())).stdout, /^Run .*: The third$/m);
    assert.match((await runs('show', 'last')).stdout, new RegExp(`^Run ${newest}: The third$`, 'm'));
  });

  it('names the runs that an ambiguous beginning fits, and the nearest of an unknown one', async () => {
    const [newest = ''] = await ids();
    const ambiguous = await runs('show', newest.slice(0, 1));
    assert.equal(ambiguous.code, 2);
    assert.match(
      ambiguous.stderr,
      /^code-mode: 3 runs begin with "0": .*\(The third\).*\(The second\).*\(The first\)$/m,
    );
    const unknown = await runs('export', `${newest.slice(0, 9)}~~~~~`);
    assert.equal(unknown.code, 2);
    assert.match(
      unknown.stderr,
      new RegExp(
        `^code-mode: there is no run ".*" of this folder; nearest: .*${newest} \\(The third\\)`,
        'm',
      ),
    );
    assert.match((await runs('show', 'zz')).stderr, /runs list has all/);
    assert.match((await jsonOf<{ error: string }>('show', 'zz')).error, /there is no run "zz"/);
  });
});

describe('code-mode runs show', () => {
  inNewFolder();

  it('shows code, arguments, calls, output and result', async () => {
    await run(`${loop}\nconsole.warn("three");\nreturn { seen };`, '--arg', 'id=725653563933458433');
    const { stdout } = await runs('show', 'last');
    assert.match(stdout, /^ {2}done after .*, from terminal -$/m);
    assert.match(stdout, /^ {2}4 calls, 4 to tools that can write$/m);
    assert.match(stdout, /^│ 2 {2}console\.warn\("three"\);$/m);
    assert.match(stdout, /^Arguments:\n│ \{\n│ {3}"id": 725653563933458433\n│ \}$/m);
    assert.match(stdout, /^ {2}4 {2}tools\.counting\.add \(can write\) .*$/m);
    assert.match(stdout, /^Output:\n│ \[warn\] three$/m);
    assert.match(stdout, /^Result:\n│ \{\n│ {3}"seen": \[$/m);
  });

  it('lets nothing of scripts drive the terminal or pass for a line of ours, and cuts what is long', async () => {
    const evil = '\u001b[2J\u202e\nResume with: rm -rf /';
    await run(
      `// ${evil.replace('\n', ' ')}\nconsole.log(${JSON.stringify(evil)}); return { evil: ${JSON.stringify(evil)}, long: "x".repeat(100_000) };`,
    );
    const { stdout } = await runs('show', 'last');
    assert.doesNotMatch(stdout, /[\u001b\u202e\r]/);
    assert.doesNotMatch(stdout, /^Resume with: rm/m);
    assert.match(stdout, /^ {2}… cut; code-mode runs show \w{5}-\w{8} --json has all$/m);
    assert.ok(stdout.length < 10_000);
    assert.equal((await jsonOf<{ result: { long: string } }>('show', 'last')).result.long.length, 100_000);
    assert.doesNotMatch((await runs('list')).stdout, /[\u001b\u202e\r]/);
  });

  fullTest('shows one call with its values, whole as JSON', async () => {
    await run('await tools.counting.add({ n: 7 });');
    assert.match(
      (await runs('show', 'last', '--call', '1')).stdout,
      /^Input:\n│ \{\n│ {3}"n": 7\n│ \}\nOutput:\n│ \{\n│ {3}"total": 1$/m,
    );
    const { call } = await jsonOf<{ call: { input: unknown; output: unknown } }>(
      'show',
      'last',
      '--call',
      '1',
    );
    assert.deepEqual([call.input, call.output], [{ n: 7 }, { total: 1 }]);
    const missing = await runs('show', 'last', '--call', '2');
    assert.deepEqual([missing.code, /has no call 2; its calls are 1 to 1/.test(missing.stderr)], [2, true]);
  });

  fullTest('has as JSON how types were checked, and a hash of the tools that the code names', async () => {
    await run('await tools.counting.add({ n: 7 });');
    const { typeCheck, catalog } = await jsonOf<{ typeCheck: string; catalog: string }>('show', 'last');
    assert.equal(typeCheck, 'off');
    assert.match(catalog, /^[0-9a-f]{16}$/);
  });

  fullTest('prints the code alone, as it was', async () => {
    const code = '// Unusual:\n  return "a";  \n';
    await run(code);
    assert.equal((await runs('show', 'last', '--code')).stdout, code);
  });

  fullTest('draws the trace, with the lines of calls', async () => {
    await run(`${loop}\nawait tools.counting.total({});`);
    const { stdout } = await runs('show', 'last', '--trace');
    assert.match(stdout, /^counting · 5 calls$/m);
    assert.match(stdout, /^ {2}total :2 .*█/m);
  });

  fullTest('shows why a run failed, and how to go on', async () => {
    await run('await tools.counting.flaky({ n: 1 });');
    const { stdout } = await runs('show', 'last');
    assert.match(stdout, /^ {2}1 {2}tools\.counting\.flaky .* failed: .*not yet$/m);
    assert.match(stdout, /^Failed \(tool_failed\) at 1:\d+: .*not yet$/m);
    assert.match(stdout, /^Resume with: .* runs resume \w{5}-\w{8}$/m);
  });
});

describe('code-mode runs replay', () => {
  inNewFolder();

  beforeEach(async () => {
    await run(`${loop} return seen;`);
    rmSync(pathOf('pids.txt'));
  });

  it('comes to the same result, and starts no server', async () => {
    const { code, stdout, stderr } = await runs('replay', 'last', ...config);
    assert.deepEqual([code, JSON.parse(stdout)], [0, [1, 2, 3, 4]]);
    assert.match(stderr, /^The replay of run \w{5}-\w{8} came to the same end\. /m);
    assert.equal(existsSync(pathOf('pids.txt')), false);
    assert.deepEqual(writesIn(folder.path), [1, 2, 3, 4]);
  });

  fullTest('needs no configuration', async () => {
    unlinkSync(pathOf('mcp.json'));
    const { same, result } = await jsonOf<{ same: boolean; result: unknown }>('replay', 'last');
    assert.deepEqual([same, result], [true, [1, 2, 3, 4]]);
  });

  fullTest('goes on for real with --live-after, and asks for writes as always', async () => {
    await folder.write('fixed.ts', `${loop.replace('n <= 4', 'n <= 5')} return seen;`);
    const live = ['runs', 'replay', 'last', '--script', 'fixed.ts', '--live-after', ...config];
    const refused = await folder.codeMode(live);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^Failed \(denied\): .*allow them with --allow-writes/m);
    const [, first = ''] = await ids();
    const gone = await folder.codeMode([...live, '--allow-writes'].with(2, first));
    assert.deepEqual([gone.code, JSON.parse(gone.stdout)], [0, [1, 2, 3, 4, 5]]);
    assert.deepEqual(writesIn(folder.path), [1, 2, 3, 4, 5]);
  });

  fullTest('comes to the same result where a rule hides a part of it', async () => {
    await run('return { email: ["ann", "b.c"].join("@"), n: 1 }', '--redact', 'email');
    const { code, stderr } = await runs('replay', 'last', '--redact', 'email', ...config);
    assert.match(stderr, /came to the same end/);
    assert.equal(code, 0);
  });

  fullTest('is refused where no values were recorded', async () => {
    await run('return Math.random()', '--record', 'metadata');
    const { code, stderr } = await runs('replay', 'last');
    assert.equal(code, 1);
    assert.match(stderr, /^Failed \(not_recorded\): .*recorded without values[^\n]*\n$/);
  });

  fullTest(
    'gives other code the recorded answers, and stops at the first call that differs, with the difference',
    async () => {
      await folder.write('fixed.ts', loop.replace('n <= 4', 'n <= 5'));
      const { code, stderr } = await runs('replay', 'last', '--script', 'fixed.ts', ...config);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^Failed \(diverged\): Call 5 is not in the record: tools\.counting\.add was called with another input/m,
      );
      assert.match(stderr, /^│ {3}n: 5, recorded: 4$/m);
      assert.match(stderr, /^To go on .* --live-after\.$/m);
      assert.equal(existsSync(pathOf('pids.txt')), false);
    },
  );
});

describe('code-mode runs resume', () => {
  inNewFolder();

  it('makes no finished call again, and says so after a run that failed', async () => {
    const failed = await run(`${loop} await tools.counting.flaky({ n: 5 }); return seen;`);
    const id = resumeLine.exec(failed.stderr)?.[1] ?? '';
    const resumed = await runs('resume', id, '--allow-writes', '--type-check', 'off', ...config);
    assert.deepEqual([resumed.code, JSON.parse(resumed.stdout)], [0, [1, 2, 3, 4]]);
    const shown = resumed.stderr.split('\n').filter((line) => line.startsWith('→'));
    assert.deepEqual(
      shown.map((line) => line.replace(/\d+ ms/, 'ms')),
      [
        ...Array.from({ length: 4 }, () => '→ tools.counting.add from the record'),
        '→ tools.counting.flaky ms',
      ],
    );
    assert.deepEqual(writesIn(folder.path), [1, 2, 3, 4, 5]);
    const again = await runs('resume', 'last', ...config);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /is done\. Pass --script <file> /);
  });

  fullTest('goes on with other code', async () => {
    await run(`${loop} return seen.wrong.field;`);
    await folder.write('fixed.ts', `${loop} return seen;`);
    const options = ['--script', 'fixed.ts', '--allow-writes', '--json', ...config];
    const { stdout } = await runs('resume', 'last', ...options);
    const { ok, result, resumes } = JSON.parse(stdout) as { ok: boolean; result: unknown; resumes: string };
    assert.deepEqual([ok, result, resumes], [true, [1, 2, 3, 4], (await ids())[1]]);
    assert.deepEqual(writesIn(folder.path), [1, 2, 3, 4]);
  });

  describe('after kill -9 in the middle of a write', function () {
    this.timeout(60_000);
    const writes = 'for (let n = 1; n <= 4; n++) await tools.counting.add({ n }); return "done";';

    /** Kills the terminal while a write has been sent: `before` or `after` its server did it. */
    async function killed(when: 'before' | 'after'): Promise<void> {
      await folder.write('hold.txt', `${when} 3`);
      const { child, ended } = folder.start(['run', '-', '--allow-writes', ...config]);
      child.stdin.end(writes);
      await eventually(() => Promise.resolve(existsSync(pathOf('held.txt'))), Boolean, startMs);
      child.kill('SIGKILL');
      await ended;
      await eventually(
        () => Promise.resolve(serversOf(folder.path).filter(isAlive)),
        (alive) => alive.length === 0,
      );
    }

    fullTest('says what to answer where there is no terminal, and counts what happened as done', async () => {
      await killed('after');
      assert.equal((await jsonOf<Listed>('list')).runs[0]?.state, 'interrupted');
      const resume = ['runs', 'resume', 'last', '--allow-writes', ...config];
      const asked = await folder.codeMode(resume);
      assert.equal(asked.code, 1);
      assert.match(asked.stderr, /may have taken effect.*answer with --in-flight/);
      assert.equal((await folder.codeMode([...resume, '--in-flight', 'stop'])).code, 1);
      const resumed = await folder.codeMode([...resume, '--in-flight', 'happened']);
      assert.deepEqual([resumed.code, resumed.stdout], [0, '"done"\n']);
      assert.match(resumed.stderr, /^Note: tools\.counting\.add \(call 3\) counts as done/m);
      assert.deepEqual(writesIn(folder.path), [1, 2, 3, 4]);
    });

    fullTest('asks on the terminal, and makes the call where it did not take effect', async () => {
      await killed('before');
      const terminal = new OnTerminal(folder.path, ['runs', 'resume', 'last', '--allow-writes', ...config]);
      await terminal.until(/Did it take effect\? \[y: .*\/n: .*\/Enter: stop\] /);
      assert.match(terminal.shown, /sent tools\.counting\.add \(call 3\) at .*\n?.*n: 3/s);
      terminal.type('n\r');
      assert.equal(await terminal.ended, 0, terminal.shown);
      assert.deepEqual(writesIn(folder.path), [1, 2, 3, 4]);
    });
  });
});

describe('code-mode runs test', () => {
  inNewFolder();

  const script = `${loop} return seen;`;
  beforeEach(async () => {
    await run(script);
    await folder.write('sum.ts', script);
    assert.equal((await runs('export', 'last', '-o', 'sum.run.json')).code, 0);
    rmSync(pathOf('pids.txt'));
    unlinkSync(pathOf('mcp.json'));
  });

  it('passes where the script comes to the saved result, without servers and configuration', async () => {
    const { code, stdout, stderr } = await runs('test', '.');
    assert.deepEqual([code, stdout, stderr], [0, '✓ sum.run.json\n', '1 passed, 0 failed\n']);
    assert.equal(existsSync(pathOf('pids.txt')), false);
  });

  fullTest('fails where the script calls what is not recorded, or is gone', async () => {
    writeFileSync(pathOf('sum.ts'), script.replace('n <= 4', 'n <= 5'));
    assert.match((await runs('test', '.')).stdout, /^✗ .* calls what is not recorded$/m);
    unlinkSync(pathOf('sum.ts'));
    const { code, stdout } = await runs('test', '.');
    assert.equal(code, 1);
    assert.match(stdout, /^✗ .* cannot be tested\n│ There is no script sum\.ts/m);
  });

  fullTest('says where there is nothing to test', async () => {
    unlinkSync(pathOf('sum.run.json'));
    const { code, stderr } = await runs('test', '.');
    assert.deepEqual([code, /no saved run \(\*\.run\.json\) in \./.test(stderr)], [1, true]);
    assert.equal((await runs('test', 'nowhere')).code, 2);
  });

  fullTest('fails where the result differs, and says where', async () => {
    writeFileSync(pathOf('sum.ts'), script.replace('return seen', 'return [0, ...seen.slice(1)]'));
    const { code, stdout } = await runs('test', 'sum.run.json');
    assert.equal(code, 1);
    assert.match(stdout, /^✗ sum\.run\.json differs\n│ The result differs:\n│ {3}\[0\]: 0, recorded: 1$/m);
    const json = await jsonOf<{ passed: number; failed: number; tests: readonly { result: string }[] }>(
      'test',
      '.',
    );
    assert.deepEqual([json.passed, json.failed, json.tests[0]?.result], [0, 1, 'differs']);
  });
});

describe('code-mode runs delete, prune', () => {
  inNewFolder();

  beforeEach(async () => {
    await run('return 1');
    await run('return 2');
  });

  it('deletes what it is told to with --yes, and nothing without a terminal to ask on', async () => {
    const refused = await runs('delete', 'last');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^code-mode: nothing was deleted: .* Use --yes\.\n$/);
    const [newest = '', oldest = ''] = await ids();
    assert.deepEqual(await jsonOf('delete', newest, '--yes'), { deleted: [newest], kept: [] });
    assert.deepEqual(await ids(), [oldest]);
    assert.equal((await runs('delete', '--all', '--yes')).code, 0);
    assert.deepEqual(await ids(), []);
  });

  fullTest('asks on a terminal, and Ctrl+C ends it', async () => {
    const asks = async () => {
      const terminal = new OnTerminal(folder.path, ['runs', 'delete', '--all']);
      await terminal.until(/Delete the records of these 2 runs\?.*\[y\/N\] /s);
      return terminal;
    };
    const left = await asks();
    left.type('\u0003');
    assert.equal(await left.ended, 130);
    const refused = await asks();
    refused.type('n\r');
    assert.equal(await refused.ended, 1);
    assert.equal((await ids()).length, 2);
    const agreed = await asks();
    agreed.type('y\r');
    assert.equal(await agreed.ended, 0);
    assert.equal((await ids()).length, 0);
  });

  fullTest('prunes what is over the limits, and says what, and which limits hold', async () => {
    assert.match(
      (await runs('prune')).stderr,
      /^Nothing to delete: 2 runs kept\. The limits are 200 runs, 200 MB and 14 days \(codeMode\./m,
    );
    const [newest = '', oldest = ''] = await ids();
    const { XDG_STATE_HOME } = process.env;
    const state = XDG_STATE_HOME ?? pathOf('.local/state');
    assert.ok(existsSync(state));
    const records = readdirSync(join(state, 'code-mode')).find((name) =>
      existsSync(join(state, 'code-mode', name, newest)),
    );
    writeFileSync(join(state, 'code-mode', records ?? '', 'kept.json'), JSON.stringify({ runs: 1 }));
    const { stdout, stderr } = await runs('prune');
    assert.match(stdout, new RegExp(`^${oldest}  \\S+ \\S+  return 1$`, 'm'));
    assert.match(stderr, /^Deleted 1 run; 1 kept\. The limits are 1 run, 200 MB and 14 days \(codeMode\./m);
    assert.deepEqual(await ids(), [newest]);
    assert.deepEqual(await jsonOf('prune'), { deleted: [], limits: { runs: 1, megabytes: 200, days: 14 } });
  });
});

describe('Ctrl+C', function () {
  inNewFolder();

  this.timeout(60_000);

  fullTest('ends a replay of a script that does not end', async () => {
    await run('await tools.counting.add({ n: 1 })');
    await folder.write('endless.ts', 'console.log("begun"); for (;;);');
    const { child, ended } = folder.start(['runs', 'replay', 'last', '--script', 'endless.ts']);
    const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
    await new Promise<void>((resolve) =>
      child.stderr.on('data', (text: string) => text.includes('begun') && resolve()),
    );
    child.kill('SIGINT');
    const [code, signal] = await exit;
    assert.ok(code === 130 || signal === 'SIGINT', `${code} ${signal}`);
    await ended;
  });

  fullTest('ends a run, which says how to resume it', async () => {
    const { child, ended } = folder.start(['run', '-', '--allow-writes', ...config]);
    child.stdin.end('await tools.counting.add({ n: 1 }); await tools.counting.add({ n: 2, ms: 60_000 });');
    await eventually(
      () => Promise.resolve(writesIn(folder.path).length),
      (count) => count === 2,
      startMs,
    );
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    assert.ok(code === 130 || code === null, String(code));
    const id = resumeLine.exec(stderr)?.[1];
    assert.equal(id, (await ids())[0], stderr);
  });
});

describe('a run on the terminal that fails', () => {
  inNewFolder();

  const failing = 'await tools.counting.add({ n: 1 }); throw new Error("x");';
  const runWith = (options: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    folder.codeMode(
      ['run', '-e', failing, '--allow-writes', '--type-check', 'off', ...options, ...config],
      '',
      env,
    );

  it('names itself to a model, to people and to programs where a record is kept', async () => {
    const { stdout, stderr } = await runWith(['--as-model']);
    assert.match(stdout, /^Resume: executeCode\(\{ resume: "\w{5}-\w{8}" \}\)/m);
    assert.match(stderr, resumeLine);
    const { runId, resumable } = JSON.parse((await runWith(['--json'])).stdout) as {
      runId: string;
      resumable: boolean;
    };
    assert.deepEqual([resumable, runId], [true, (await ids())[0]]);
  });

  it('says how to go on with its file after a correction', async () => {
    await folder.write('add.ts', failing);
    const line = ['run', 'add.ts', '--allow-writes', '--type-check', 'off', ...config];
    const { stderr } = await folder.codeMode(line);
    assert.match(stderr, /^Resume with: .* runs resume \w{5}-\w{8} --script add\.ts --config mcp\.json$/m);
  });

  it('offers no resume where no call has finished or may have taken effect', async () => {
    const { stderr } = await run('await tools.counting.flaky({ n: 1 });');
    assert.match(stderr, /^Failed \(tool_failed\)/m);
    assert.doesNotMatch(stderr, /Resume with/);
  });

  for (const record of ['off', 'metadata']) {
    for (const as of [[], ['--as-model']]) {
      fullTest(
        `offers nobody to resume it with --record ${record} ${as.join(' ')}, whatever else hears of it`,
        async () => {
          const { stdout, stderr } = await runWith([...as, '--record', record, '--audit']);
          assert.match(stdout + stderr, /tools\.counting\.add/);
          assert.doesNotMatch(stdout + stderr, /Resume/i);
        },
      );
    }
  }

  fullTest('offers nobody to resume it where no record could be written', async () => {
    await folder.write('state', 'no folder');
    const { stdout, stderr } = await runWith(['--as-model'], { XDG_STATE_HOME: pathOf('state') });
    assert.match(stderr, /Runs are not recorded/);
    assert.doesNotMatch(stdout + stderr, /Resume/);
  });

  fullTest('offers nothing after a run that came to its end, or called nothing', async () => {
    assert.doesNotMatch((await run('await tools.counting.add({ n: 1 })')).stderr, /Resume/);
    assert.doesNotMatch((await run('throw new Error("x")')).stderr, /Resume/);
  });
});
