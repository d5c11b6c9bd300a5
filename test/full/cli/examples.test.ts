// The examples as a newcomer runs them, on a copy of their folder: whole tasks over several real servers.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { openedForAll } from '../../fakes/opened.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { built } from '../../fakes/testEngine.ts';

const project = resolve(import.meta.dirname, '../../..');
/** Files that a run of the examples leaves behind. */
const left = ['memory.jsonl', 'stock.json'];

class ExamplesFolder implements Disposable {
  readonly #folder = new TemporaryFolder('code-mode-examples-');
  readonly path = join(this.#folder.path, 'examples');

  static async create(): Promise<ExamplesFolder> {
    const folder = new ExamplesFolder();
    const isKept = (path: string) => !left.some((name) => path.endsWith(name));
    await cp(join(project, 'examples'), folder.path, { recursive: true, filter: isKept });
    await symlink(join(project, 'node_modules'), join(folder.path, '../node_modules'), 'junction');
    return folder;
  }

  /** Resolves with the value that a script returned; on a failure rejects with the output of the command. */
  async run(...args: string[]): Promise<unknown> {
    const command = [built('cli/main.js'), 'run', '--config', 'tasks.mcp.json', '--allow-writes', ...args];
    const home = join(this.path, '../home');
    const env = {
      ...process.env,
      HOME: home,
      USERPROFILE: home,
      XDG_CACHE_HOME: home,
      LOCALAPPDATA: home,
      APPDATA: home,
    };
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: this.path, env });
    return JSON.parse(stdout);
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}

describe('the examples', function () {
  this.timeout(60_000);
  const examples = openedForAll(() => ExamplesFolder.create());

  it('write the log of a repository into an Excel workbook', async () => {
    const repository = join(examples.path, '../repository');
    await repositoryOf(repository, ['Ada: Plant the hedge', 'Grace: Water the hedge', 'Ada: Cut the hedge']);
    const workbook = join(examples.path, 'files/report.xlsx');
    const result = await examples.run(
      'gitLog.ts',
      '--arg',
      `repository=${repository}`,
      '--arg',
      `workbook=${workbook}`,
    );
    assert.deepEqual(result, { commits: 3, authors: 2, workbook });
    const read = `tools.excel.excelReadSheet({ fileAbsolutePath: ${JSON.stringify(workbook)}, sheetName`;
    await writeFile(
      join(examples.path, 'readBack.ts'),
      `return [await ${read}: 'Commits' }), await ${read}: 'Authors' })];`,
    );
    const written = await examples.run('readBack.ts');
    assert.match(
      String(written),
      /date.*commit.*Ada.*Cut the hedge.*Grace.*Water the hedge.*Ada.*Plant the hedge/s,
    );
    assert.match(String(written), /<td>Ada<\/td><td>2<\/td>.*<td>Grace<\/td><td>1<\/td>/s);
  });

  it('bring a service in line with a folder of files, and find nothing to do the second time', async () => {
    const uncounted = { notCounted: ['BIS-003'], unknown: ['TEA-099'] };
    const changed = [
      { sku: 'TEA-004', from: 25, to: 27 },
      { sku: 'COF-002', from: 7, to: 6 },
      { sku: 'SWE-001', from: 5, to: 2 },
      { sku: 'CUP-004', from: 4, to: 2 },
    ];
    assert.deepEqual(await examples.run('stock.ts'), { changed, ...uncounted });
    const stock = JSON.parse(await readFile(join(examples.path, 'shop/stock.json'), 'utf8')) as {
      sku: string;
      stock: number;
    }[];
    for (const { sku, to } of changed) assert.equal(stock.find((product) => product.sku === sku)?.stock, to);
    assert.deepEqual(await examples.run('stock.ts'), { changed: [], ...uncounted });
  });

  it('keep what the pages of a PDF decide, and who has what to do, in the memory server', async () => {
    const file = join(examples.path, 'files/minutes.pdf');
    const summary = await examples.run('minutes.ts', '--arg', `file=${file}`);
    assert.deepEqual(summary, [
      { meeting: 'Meeting of 2026-03-04', decisions: 1, actions: 2 },
      { meeting: 'Meeting of 2026-04-01', decisions: 2, actions: 2 },
      { meeting: 'Meeting of 2026-05-06', decisions: 1, actions: 1 },
    ]);
    const memory = (await readFile(join(examples.path, 'memory.jsonl'), 'utf8'))
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    const tasks = ['Ada asks two firms for an offer by 2026-03-18.', 'Ada orders tables by 2026-06-01.'];
    const includes = (entry: object) =>
      assert.ok(
        memory.some((kept) => isDeepStrictEqual(kept, entry)),
        JSON.stringify(memory),
      );
    includes({ type: 'entity', name: 'Ada', entityType: 'person', observations: tasks });
    includes({
      type: 'relation',
      from: 'Grace',
      to: 'Meeting of 2026-04-01',
      relationType: 'has a task from',
    });
  });
});

/** A git repository with a commit for each `author: subject`, the oldest first. */
async function repositoryOf(folder: string, commits: readonly string[]): Promise<void> {
  await mkdir(folder);
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: folder });
  await git('init', '--quiet');
  for (const [author = '', subject = ''] of commits.map((commit) => commit.split(': '))) {
    const identity = ['-c', `user.name=${author}`, '-c', 'user.email=nobody@example.org'];
    await git(...identity, 'commit', '--quiet', '--allow-empty', '--message', subject);
  }
}
