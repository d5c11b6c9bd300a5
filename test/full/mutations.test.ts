// Tests the tests: plants each fault of test/mutations.md in a copy of the project, and runs the tests that must catch
// it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readMutations } from '../fakes/mutations.ts';
import { sharedFolder } from '../fakes/temporaryFolder.ts';

const project = resolve(import.meta.dirname, '../..');
const copied = [
  'src',
  'test',
  'docs',
  'examples',
  'esbuild.mjs',
  'scripts',
  'eslint.config.mjs',
  'package.json',
  'README.md',
  '.mocharc.json',
  'tsconfig.json',
];
/** The titles of the tests of a file that fail. */
async function failing(folder: string, test: string): Promise<readonly string[]> {
  const mocha = [
    join(project, 'node_modules/mocha/bin/mocha.js'),
    '--reporter',
    'json',
    '--timeout',
    '30000',
    test,
  ];
  const run = promisify(execFile)(process.execPath, mocha, { cwd: folder, maxBuffer: 1e8 });
  const stdout = await run.then(
    (done) => done.stdout,
    (error: unknown) => (error instanceof Error && 'stdout' in error ? String(error.stdout) : ''),
  );
  const json = stdout.slice(stdout.indexOf('{\n  "stats"'));
  // A file that cannot even be loaded says so in no JSON.
  if (!json.startsWith('{')) return [stdout];
  return (JSON.parse(json) as { failures: { fullTitle: string }[] }).failures.map(
    ({ fullTitle }) => fullTitle,
  );
}

describe('a planted fault', function () {
  this.timeout(600_000);
  const mutations = readMutations();
  const folder = sharedFolder('code-mode-mutations-');

  before(() => {
    for (const name of copied) cpSync(join(project, name), join(folder.path, name), { recursive: true });
    symlinkSync(join(project, 'node_modules'), join(folder.path, 'node_modules'));
  });

  for (const { title, source, test, caughtBy, before: old, after: planted } of mutations) {
    it(`is caught: ${title}`, async () => {
      const file = join(folder.path, source);
      const text = readFileSync(file, 'utf8');
      assert.equal(
        text.split(old).length,
        2,
        `${source} has the lines of the diff ${text.split(old).length - 1} times`,
      );
      writeFileSync(
        file,
        text.replace(old, () => planted),
      );
      try {
        // Threads and processes run code from the bundles, so the bundles are built again.
        if (!test.startsWith('test/unit/'))
          await promisify(execFile)(process.execPath, ['esbuild.mjs'], { cwd: folder.path });
        const failed = await failing(folder.path, test);
        assert.ok(
          failed.some((name) => name.includes(caughtBy)),
          `failed: ${failed.join('; ') || 'nothing'}`,
        );
      } finally {
        writeFileSync(file, text);
      }
    });
  }

  it('is one of at least 25', () => assert.ok(mutations.length >= 25, `${mutations.length}`));
});
