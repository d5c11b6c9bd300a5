// npm test: installs system packages that are missing where it may, builds and packages, runs every suite also when an earlier
// one failed, two at a time, says again what failed, and ends with one line, `N passed, N failed`, over all of them. A suite is a
// folder of test/ that holds *.test.ts; the editor tests have a runner of their own. Names of suites as arguments run only those:
// npm test -- unit mcp. `--long` runs the others, which take an hour (CONTRIBUTING.md has the table).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { provideSystemPackages, testPackages } from '../test/editor/bed/systemPackages.ts';

const root = resolve(import.meta.dirname, '..');
/** Minutes after which a suite is ended and counted as failed. */
const suiteMinutes = 25;
const longMinutes = 240;
/** Suites that run at a time. Most of what each does is wait: for processes, servers, a window. */
const atOnce = 2;
/** The suites that need what only the system's package manager can bring. */
const needPackages = ['sandbox', 'mcp', 'editor'];
/** The longest first, so that no long one is left alone at the end. */
const byLength = ['editor', 'sandbox', 'mcp', 'cli', 'engine', 'unit'];
/** Characters of a failure that are said again at the end. */
const longestFailure = 1_000;

/** The programs still running: ended with this process, whole groups at once. */
const running = new Set();

/** Runs one program to its end; resolves with its exit code. What it prints goes to `print`. */
async function run(args, { minutes = suiteMinutes, env = {}, print } = {}) {
  const stdio = ['ignore', ...(print ? ['pipe', 'pipe'] : ['inherit', 'inherit'])];
  const child = spawn(process.execPath, args, { cwd: root, stdio, detached: true, env: { ...process.env, ...env } });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print);
  const timer = setTimeout(() => {
    (print ?? console.error)(`Ended after ${minutes} minutes: ${args.join(' ')}\n`);
    end(child);
  }, minutes * 60_000);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  // What is left of the group could hold the streams open.
  end(child, 'SIGKILL');
  if (print) await Promise.all([child.stdout, child.stderr].map((stream) => stream.closed || once(stream, 'close')));
  running.delete(child);
  return code ?? 1;
}

/** Each program leads a process group of its own, so that nothing a test started outlives it. */
function end(child, signal = 'SIGTERM') {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

function mochaSuites() {
  const files = globSync('test/*/**/*.test.ts', { cwd: root });
  const folders = new Set(files.map((file) => file.split(sep)[1]));
  for (const other of ['editor', 'fixtures', 'long', 'windows']) folders.delete(other);
  return [...folders].map(mochaSuite);
}

const mochaSuite = (name) => ({
  name,
  args: [
    ...['node_modules/mocha/bin/mocha.js', '--forbid-only', '--forbid-pending', '--reporter', 'test/countingReporter.ts'],
    `test/${name}/**/*.test.ts`,
  ],
});

function suitesOf(long) {
  if (long) {
    const every = ['sandbox', 'cli'].map((name) => ({ ...mochaSuite(name), env: { CODE_MODE_EVERY_TEST: '1' } }));
    const windows = { name: 'windows', args: ['test/windows/run.ts'] };
    return [mochaSuite('long'), ...every, windows].map((suite) => ({ ...suite, minutes: longMinutes }));
  }
  const rank = ({ name }) => (byLength.includes(name) ? byLength.indexOf(name) : byLength.length);
  return [...mochaSuites(), { name: 'editor', args: ['test/editor/run.ts'] }].sort((a, b) => rank(a) - rank(b));
}

/**
 * What a suite prints is printed in one piece, when it has ended. A suite that fails without having counted anything (it crashed,
 * or did not start) counts as one failure.
 */
async function runSuite({ name, args, minutes, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'code-mode-counts-'));
  const file = join(folder, 'counts');
  const printed = [];
  const begun = Date.now();
  console.log(`begins: ${name}`);
  const code = await run(args, { minutes, env: { ...env, CODE_MODE_TEST_COUNTS: file }, print: (text) => printed.push(text) });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true, force: true });
  const counts = lines.map((line) => JSON.parse(line));
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failures = counts.flatMap((count) => count.failures);
  if (failures.length === 0 && (code !== 0 || passed === 0)) failures.push(`ended with exit code ${code}`);
  const seconds = Math.round((Date.now() - begun) / 1_000);
  console.log(`\n=== ${name}\n${printed.join('')}\n=== ${name} took ${seconds} s`);
  return { name, passed, failures, seconds };
}

/** Runs them in their order, so many at a time. */
async function runAll(suites) {
  const waiting = [...suites];
  const results = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runSuite(next));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) end(child);
    process.exit(1);
  });
}

const { values, positionals: wanted } = parseArgs({ options: { long: { type: 'boolean', default: false } }, allowPositionals: true });
const suites = suitesOf(values.long).filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const problem = suites.some(({ name }) => needPackages.includes(name)) ? await provideSystemPackages(testPackages) : undefined;
if (problem) console.error(problem);
const packaged = (await run(['scripts/package.mjs'])) === 0;
const needsPackage = ({ name }) => name === 'editor';
const results = await runAll(suites.filter((suite) => packaged || !needsPackage(suite)));
const uncounted = (name, failure) => results.push({ name, passed: 0, failures: [failure], seconds: 0 });
if (!packaged) uncounted('package', 'it cannot be built');
for (const { name } of packaged ? [] : suites.filter(needsPackage)) uncounted(name, 'not run: there is no package');

const failed = results.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`));
if (failed.length > 0) console.log('\n=== failed');
for (const failure of failed) console.log(indented(failure.slice(0, longestFailure)));

console.log('\n=== all suites');
for (const { name, passed, failures, seconds } of results)
  console.log(`${name}: ${passed} passed, ${failures.length} failed, ${seconds} s`);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || results.length === 0 ? 1 : 0;

/** One failure of several lines is seen as one, and none of its lines is taken for the closing one. */
function indented(text) {
  return text.replaceAll('\n', '\n    ');
}
