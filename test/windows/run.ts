// npm run test:windows: runs what means something there under Windows' Node in Wine (suites.ts), and ends with one
// line, `N passed, N failed`. Names of suites as arguments run only those.
import { globSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCounts, recordCounts } from '../testCounts.ts';
import { lowerTree } from './lowerTree.ts';
import { MissingWineError, provisionWine, type WineParts } from './provision.ts';
import { suites, type WindowsSuite } from './suites.ts';
import { runNode, stopWine, windowsPath } from './wine.ts';

/** A test in Wine takes a minute at most. */
const silentMs = 5 * 60_000;
const root = resolve(import.meta.dirname, '../..');
const cache = join(root, '.vscode-test/windows');
const tree = join(cache, 'tree');

interface Count {
  readonly passed: number;
  readonly failures: readonly string[];
}

async function provided(): Promise<WineParts> {
  try {
    return await provisionWine(cache);
  } catch (error) {
    if (!(error instanceof MissingWineError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** A suite that fails without having counted anything counts as one failure. */
async function runSuite(parts: WineParts, { name, files, leftOut = [] }: WindowsSuite): Promise<Count> {
  console.log(`\n=== ${name}`);
  for (const { title, why } of leftOut) console.log(`  left out: ${title.source} (${why})`);
  const counts = join(cache, 'counts');
  rmSync(counts, { force: true });
  const without =
    leftOut.length === 0
      ? []
      : ['--grep', leftOut.map(({ title }) => `(?:${title.source})`).join('|'), '--invert'];
  const mocha = [
    'node_modules/mocha/bin/mocha.js',
    '--exit',
    '--forbid-only',
    '--reporter',
    'test/countingReporter.ts',
    ...without,
  ];
  const found = globSync([...files], { cwd: tree }).sort();
  // Each process takes Wine a second: there every suite has the tests of `npm test`, also under `npm run test:full`.
  const env = { CODE_MODE_TEST_COUNTS: windowsPath(counts), CODE_MODE_EVERY_TEST: '' };
  const code = await runNode(parts, [...mocha, ...found], { cwd: tree, env, silentMs });
  const count = readCount(counts);
  if (code === undefined)
    return { ...count, failures: [...count.failures, `printed nothing for ${silentMs / 60_000} minutes`] };
  const uncounted = count.failures.length === 0 && (code !== 0 || count.passed === 0);
  return uncounted ? { ...count, failures: [`ended with exit code ${code}`] } : count;
}

function readCount(file: string): Count {
  const counts = readCounts(file);
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failures: counts.flatMap(({ failures }) => failures),
  };
}

const wanted = process.argv.slice(2);
const parts = await provided();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopWine(parts);
    process.exit(1);
  });
}
await lowerTree(root, tree);
const results: (Count & { readonly name: string })[] = [];
for (const suite of suites.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  results.push({ name: suite.name, ...(await runSuite(parts, suite)) });
}
stopWine(parts);

const failures = results.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`));
console.log('\n=== all suites, under Windows’ Node in Wine');
for (const failure of failures) console.log(`failed: ${failure.slice(0, 1_000).replaceAll('\n', '\n    ')}`);
for (const { name, passed, failures } of results)
  console.log(`${name}: ${passed} passed, ${failures.length} failed`);
console.log(`${results.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failures.length} failed`);
recordCounts({ passed: results.reduce((sum, { passed }) => sum + passed, 0), failures });
process.exitCode = failures.length > 0 || results.length === 0 ? 1 : 0;
