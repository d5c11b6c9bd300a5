// Tests `code-mode scripts`, and saved scripts from the other commands, over a real server that counts its writes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { countingServer, serversOf, writesIn } from '../fakes/countedRuns.ts';
import { fullTest } from '../fakes/everyTest.ts';
import { config, TestFolder } from './testFolder.ts';

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
    await save('add-two', addTwo);
  });
  afterEach(() => folder[Symbol.dispose]());
}

const save = (name: string, code: string, at = join('.code-mode', 'scripts')) =>
  folder.write(join(at, `${name}.ts`), code);

/** Options that name the file of the servers, and therefore the folder of the scripts too. */
const withScripts = [...config, '--scripts', join('.code-mode', 'scripts')];
const scripts = (...args: readonly string[]) => folder.codeMode(['scripts', ...args, ...config]);

describe('code-mode scripts list', () => {
  inNewFolder();

  it('shows signatures and says what cannot be a tool, without a server', async () => {
    await save('wrong', 'export default async function main(month: number) { return month }');
    const { stdout, stderr, code } = await scripts('list');
    assert.match(
      stdout,
      /^tools\.scripts\.addTwo\(input: \{ first: number; second\?: number \}\): Promise<\{ totals: number\[\] \}>\n {2}Adds two numbers\./,
    );
    assert.match(stderr, /wrong\.ts is no tool: the parameter of its main /);
    assert.deepEqual([code, serversOf(folder.path)], [0, []]);
  });

  it('has those of other folders, by option and by the settings of the workspace', async () => {
    await save('one', 'return 1', 'more');
    await save('two', 'return 2', 'shared');
    await folder.write(join('.vscode', 'settings.json'), {
      'codeMode.scripts.folders': ['shared', '../elsewhere', '/etc'],
    });
    const { stdout } = await scripts('list', '--scripts', 'more', '--json');
    const listed = JSON.parse(stdout) as readonly { readonly name: string }[];
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['add-two', 'one', 'two'],
    );
  });

  it('has 1 as its exit code where there is none, and names the action that was meant', async () => {
    using empty = new TestFolder();
    assert.deepEqual((await empty.codeMode(['scripts', 'list'])).code, 1);
    const { code, stderr } = await scripts('lst');
    assert.deepEqual([code, /did you mean code-mode scripts list\?/.test(stderr)], [2, true]);
  });
});

describe('code-mode scripts run', () => {
  inNewFolder();

  it('runs one with its arguments', async () => {
    const { stdout, code } = await scripts('run', 'add-two', '--arg', 'first=5', '--allow-writes');
    assert.deepEqual([JSON.parse(stdout), code, writesIn(folder.path)], [{ totals: [1, 2] }, 0, [5, 2]]);
  });

  fullTest('refuses wrong arguments, and writes nothing that nobody allowed', async () => {
    const wrong = await scripts('run', 'addTwo', '--arg', 'first=five', '--allow-writes');
    assert.match(wrong.stderr, /first/);
    const refused = await scripts('run', 'addTwo', '--arg', 'first=5');
    assert.match(refused.stderr, /tools\.counting\.add \(can write\)/);
    assert.deepEqual([wrong.code, refused.code, writesIn(folder.path)], [1, 1, []]);
  });

  fullTest('names the script that is near', async () => {
    const { code, stderr } = await scripts('run', 'add-to');
    assert.deepEqual([code, /tools\.scripts\.addTwo/.test(stderr)], [1, true]);
  });
});

describe('code-mode scripts test', () => {
  inNewFolder();

  fullTest(
    'replays the saved runs of scripts without servers, and fails where the script does something else',
    async () => {
      await scripts('run', 'add-two', '--arg', 'first=5', '--allow-writes');
      const { runs } = JSON.parse((await folder.codeMode(['runs', 'list', '--json'])).stdout) as {
        runs: readonly { id: string; parent?: object }[];
      };
      const nested = runs.find(({ parent }) => parent !== undefined)?.id ?? '';
      const file = join('.code-mode', 'scripts', 'add-two.run.json');
      await folder.codeMode(['runs', 'export', nested, '-o', file]);
      const before = serversOf(folder.path).length;
      const passed = await folder.codeMode(['scripts', 'test']);
      assert.deepEqual(
        [passed.code, passed.stderr.trim(), serversOf(folder.path).length],
        [0, '1 passed, 0 failed', before],
      );
      await save('add-two', addTwo.replace('second = 2', 'second = 3'));
      assert.equal((await folder.codeMode(['scripts', 'test', 'add-two'])).code, 1);
    },
  );
});

describe('saved scripts on the terminal', () => {
  inNewFolder();

  fullTest('stand under the run that called them, in the list and where that is shown', async () => {
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

  fullTest('are found by search, described and declared', async () => {
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
