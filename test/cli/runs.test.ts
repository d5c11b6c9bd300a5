// Tests `code-mode runs`: the commands for runs that are over, over a real server that counts its writes.
import assert from 'node:assert/strict';
import { existsSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { countingServer, writesIn } from '../fakes/countedRuns.ts';
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
    await run(`${loop}\nconsole.warn("three");\nreturn { seen };`, '--arg', 'month=5');
    const { stdout } = await runs('show', 'last');
    assert.match(stdout, /^ {2}done after .*, from terminal -$/m);
    assert.match(stdout, /^ {2}4 calls, 4 to tools that can write$/m);
    assert.match(stdout, /^│ 2 {2}console\.warn\("three"\);$/m);
    assert.match(stdout, /^Arguments:\n│ \{\n│ {3}"month": 5\n│ \}$/m);
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
});

describe('code-mode runs replay', () => {
  inNewFolder();

  beforeEach(async () => {
    await run(`${loop} return seen;`);
    rmSync(pathOf('pids.txt'));
  });

  it('comes to the same result, and starts no server', async () => {
    const { code, stdout, stderr } = await folder.codeMode(['runs', 'replay', 'last', ...config]);
    assert.deepEqual([code, JSON.parse(stdout)], [0, [1, 2, 3, 4]]);
    assert.match(stderr, /^The replay of run \w{5}-\w{8} came to the same end\. /m);
    assert.equal(existsSync(pathOf('pids.txt')), false);
    assert.deepEqual(writesIn(folder.path), [1, 2, 3, 4]);
  });
});

describe('code-mode runs resume', () => {
  inNewFolder();

  it('makes no finished call again, and says so after a run that failed', async () => {
    const failed = await run(`${loop} await tools.counting.flaky({ n: 5 }); return seen;`);
    const id = resumeLine.exec(failed.stderr)?.[1] ?? '';
    const resumed = await folder.codeMode([
      'runs',
      'resume',
      id,
      '--allow-writes',
      '--type-check',
      'off',
      ...config,
    ]);
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
    const again = await folder.codeMode(['runs', 'resume', 'last', ...config]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /is done\. Pass --script <file> /);
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
});

describe('Ctrl+C', function () {
  inNewFolder();

  this.timeout(60_000);
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
    const { stderr } = await folder.codeMode(
      ['run', 'add.ts', '--allow-writes', '--type-check', 'off', ...config],
      '',
    );
    assert.match(stderr, /^Resume with: .* runs resume \w{5}-\w{8} --script add\.ts --config mcp\.json$/m);
  });

  it('offers no resume where no call has finished or may have taken effect', async () => {
    const code = 'await tools.counting.flaky({ n: 1 });';
    const { stderr } = await folder.codeMode(
      ['run', '-e', code, '--allow-writes', '--type-check', 'off', ...config],
      '',
    );
    assert.match(stderr, /^Failed \(tool_failed\)/m);
    assert.doesNotMatch(stderr, /Resume with/);
  });
});
