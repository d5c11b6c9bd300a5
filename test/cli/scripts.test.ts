// Tests `code-mode scripts`, and saved scripts from the other commands, over a real server that counts its writes.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countingServer, serversOf, writesIn } from '../fakes/countedRuns.ts';
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
    save('add-two', addTwo);
  });
  afterEach(() => folder[Symbol.dispose]());
}

function save(name: string, code: string, at = join('.code-mode', 'scripts')): void {
  mkdirSync(join(folder.path, at), { recursive: true });
  writeFileSync(join(folder.path, at, `${name}.ts`), code);
}

const scripts = (...args: readonly string[]) => folder.codeMode(['scripts', ...args, ...config]);

describe('code-mode scripts list', () => {
  inNewFolder();

  it('shows signatures and says what cannot be a tool, without a server', async () => {
    save('wrong', 'export default async function main(month: number) { return month }');
    const { stdout, stderr, code } = await scripts('list');
    assert.match(
      stdout,
      /^tools\.scripts\.addTwo\(input: \{ first: number; second\?: number \}\): Promise<\{ totals: number\[\] \}>\n {2}Adds two numbers\./,
    );
    assert.match(stderr, /wrong\.ts is no tool: the parameter of its main /);
    assert.deepEqual([code, serversOf(folder.path)], [0, []]);
  });

  it('has those of other folders, by option and by the settings of the workspace', async () => {
    save('one', 'return 1', 'more');
    save('two', 'return 2', 'shared');
    mkdirSync(join(folder.path, '.vscode'), { recursive: true });
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
});

describe('saved scripts on the terminal', () => {
  inNewFolder();
});
