// `code-mode scripts`, and saved scripts from the other commands, over a real server that counts its writes.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countingServer, serversOf, writesIn } from '../../fakes/countedRuns.ts';
import { config, TestFolder } from '../../cli/testFolder.ts';

const addTwo = `/** Adds two numbers. */
export default async function main({ first, second = 2 }: { first: number; second?: number }): Promise<{ totals: number[] }> {
  const totals: number[] = [];
  for (const n of [first, second]) totals.push((await tools.counting.add({ n })).total);
  return { totals };
}
`;

let folder: TestFolder;

function inNewFolder(): void {
  beforeEach(async () => {
    folder = new TestFolder();
    await folder.write('mcp.json', { servers: { counting: countingServer(folder.path) } });
    save('add-two', addTwo);
  });
  afterEach(() => folder[Symbol.dispose]());
}

function save(name: string, code: string, at = join('.code-mode', 'scripts')): void {
  mkdirSync(join(folder.path, at), { recursive: true });
  writeFileSync(join(folder.path, at, `${name}.ts`), code);
}

/** A file that is named has the servers, and the folder of the scripts is named as well. */
const withScripts = [...config, '--scripts', join('.code-mode', 'scripts')];
const scripts = (...args: readonly string[]) => folder.codeMode(['scripts', ...args, ...config]);

describe('code-mode scripts run', () => {
  inNewFolder();

  it('refuses wrong arguments, and writes nothing that nobody allowed', async () => {
    const wrong = await scripts('run', 'addTwo', '--arg', 'first=five', '--allow-writes');
    assert.match(wrong.stderr, /first/);
    const refused = await scripts('run', 'addTwo', '--arg', 'first=5');
    assert.match(refused.stderr, /tools\.counting\.add \(can write\)/);
    assert.deepEqual([wrong.code, refused.code, writesIn(folder.path)], [1, 1, []]);
  });

  it('names the script that is near', async () => {
    const { code, stderr } = await scripts('run', 'add-to');
    assert.deepEqual([code, /tools\.scripts\.addTwo/.test(stderr)], [1, true]);
  });
});

describe('code-mode scripts test', () => {
  inNewFolder();

  it('replays the saved runs of scripts without servers, and fails where the script does something else', async () => {
    await scripts('run', 'add-two', '--arg', 'first=5', '--allow-writes');
    const { runs } = JSON.parse((await folder.codeMode(['runs', 'list', '--json'])).stdout) as {
      runs: readonly { id: string; parent?: object }[];
    };
    const nested = runs.find(({ parent }) => parent !== undefined)?.id ?? '';
    await folder.codeMode([
      'runs',
      'export',
      nested,
      '-o',
      join('.code-mode', 'scripts', 'add-two.run.json'),
    ]);
    const before = serversOf(folder.path).length;
    const passed = await folder.codeMode(['scripts', 'test']);
    assert.deepEqual(
      [passed.code, passed.stderr.trim(), serversOf(folder.path).length],
      [0, '1 passed, 0 failed', before],
    );
    save('add-two', addTwo.replace('second = 2', 'second = 3'));
    assert.equal((await folder.codeMode(['scripts', 'test', 'add-two'])).code, 1);
  });
});

describe('saved scripts on the terminal', () => {
  inNewFolder();

  it('stand under the run that called them, in the list and where that is shown', async () => {
    const code =
      '// Twice\nawait tools.scripts.addTwo({ first: 1 });\nreturn await tools.scripts.addTwo({ first: 2 })';
    await folder.codeMode(['run', '-e', code, '--allow-writes', ...withScripts]);
    const { runs } = JSON.parse((await folder.codeMode(['runs', 'list', '--json'])).stdout) as {
      runs: readonly { id: string; parent?: { call: number } }[];
    };
    const idOf = (call: number | undefined) => runs.find(({ parent }) => parent?.call === call)?.id ?? '';
    const listed = (await folder.codeMode(['runs', 'list', '--limit', '1'])).stdout
      .trimEnd()
      .split('\n')
      .slice(1);
    assert.deepEqual(
      listed.map((row) => [row.slice(0, row.indexOf(' ')), /  (Twice|└ .*)$/.exec(row)?.[1]]),
      [
        [idOf(undefined), 'Twice'],
        [idOf(1), '└ Adds two numbers.'],
        [idOf(2), '└ Adds two numbers.'],
      ],
    );
    const shown = (await folder.codeMode(['runs', 'show', 'last'])).stdout;
    assert.match(shown, new RegExp(`^Run ${idOf(undefined)}: Twice$`, 'm'));
    assert.match(shown, new RegExp(`^ +2 {2}tools\\.scripts\\.addTwo .*\\(run ${idOf(2)}\\)$`, 'm'));
    const { called } = JSON.parse((await folder.codeMode(['runs', 'show', 'last', '--json'])).stdout) as {
      called: unknown;
    };
    assert.deepEqual(called, [
      { call: 1, run: idOf(1) },
      { call: 2, run: idOf(2) },
    ]);
  });

  it('are excluded like any tool', async () => {
    const { stderr, code } = await folder.codeMode([
      'run',
      '-e',
      'return await tools.scripts.addTwo({ first: 1 })',
      '--exclude',
      'scripts.*',
      ...withScripts,
    ]);
    assert.deepEqual([code, /scripts\.\*/.test(stderr)], [1, true]);
  });

  it('are found by search, described and declared', async () => {
    const found = await folder.codeMode(['search', 'add two numbers', ...withScripts]);
    assert.match(found.stdout, /^tools\.scripts\.addTwo\(/);
    const described = await folder.codeMode(['describe', 'tools.scripts.addTwo', ...withScripts]);
    assert.match(described.stdout, /first: number/);
    assert.match(
      (await folder.codeMode(['tools', ...withScripts])).stdout,
      /tools\.scripts\.addTwo +saved script/,
    );
    assert.match((await folder.codeMode(['types', ...withScripts])).stdout, /addTwo/);
  });
});
