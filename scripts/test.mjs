// npm test: installs system packages that are missing where it may, builds and packages, runs every suite also when an earlier
// one failed, says again what failed, and ends with one line, `N passed, N failed`, over all of them. A suite is a folder of
// test/ that holds *.test.ts; the editor tests have a runner of their own. Names of suites as arguments run only those:
// npm test -- unit mcp.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { provideSystemPackages, testPackages } from '../test/editor/bed/systemPackages.ts';

const root = resolve(import.meta.dirname, '..');
const editorRunner = 'test/editor/run.ts';
/** Minutes after which a step is ended and counted as failed. */
const suiteMinutes = 25;
const editorMinutes = 25;
/** The suites that need what only the system's package manager can bring. */
const needPackages = ['sandbox', 'mcp', 'editor'];
/** Characters of a failure that are said again at the end. */
const longestFailure = 1_000;

/** The steps still running: ended with this process, whole groups at once. */
const running = new Set();

/** Runs one program to its end; resolves with its exit code. */
async function run(args, minutes, env = {}) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', detached: true, env: { ...process.env, ...env } });
  running.add(child);
  const timer = setTimeout(() => {
    console.error(`Ended after ${minutes} minutes: ${args.join(' ')}`);
    end(child);
  }, minutes * 60_000);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  end(child, 'SIGKILL');
  running.delete(child);
  return code ?? 1;
}

/** Each step leads a process group of its own, so that nothing a test started outlives it. */
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
  for (const other of ['editor', 'fixtures', 'windows']) folders.delete(other);
  return [...folders].sort((a, b) => order(a) - order(b) || a.localeCompare(b));
}

/** Quick ones first. */
function order(suite) {
  const known = ['unit', 'sandbox', 'engine', 'cli', 'mcp'].indexOf(suite);
  return known < 0 ? 99 : known;
}

/** A suite that fails without having counted anything (it crashed, or did not start) counts as one failure. */
async function runSuite(name, args, minutes) {
  console.log(`\n=== ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'code-mode-counts-'));
  const file = join(folder, 'counts');
  const code = await run(args, minutes, { CODE_MODE_TEST_COUNTS: file });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true, force: true });
  const counts = lines.map((line) => JSON.parse(line));
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failures = counts.flatMap((count) => count.failures);
  if (failures.length === 0 && (code !== 0 || passed === 0)) failures.push(`ended with exit code ${code}`);
  return { name, passed, failures };
}

const mocha = (suite) => [
  ...['node_modules/mocha/bin/mocha.js', '--forbid-only', '--forbid-pending', '--reporter', 'test/countingReporter.ts'],
  `test/${suite}/**/*.test.ts`,
];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) end(child);
    process.exit(1);
  });
}

const wanted = process.argv.slice(2);
const suites = [
  ...mochaSuites().map((name) => ({ name, args: mocha(name), minutes: suiteMinutes })),
  { name: 'editor', args: [editorRunner], minutes: editorMinutes },
].filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const results = [];
const problem = suites.some(({ name }) => needPackages.includes(name)) ? await provideSystemPackages(testPackages) : undefined;
if (problem) console.error(problem);
const packaged = (await run(['scripts/package.mjs'], suiteMinutes)) === 0;
if (!packaged) results.push({ name: 'package', passed: 0, failures: ['it cannot be built'] });
for (const { name, args, minutes } of suites) {
  const needsPackage = name === 'editor';
  if (needsPackage && !packaged) results.push({ name, passed: 0, failures: ['not run: there is no package'] });
  else results.push(await runSuite(name, args, minutes));
}

const failed = results.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`));
if (failed.length > 0) console.log('\n=== failed');
for (const failure of failed) console.log(indented(failure.slice(0, longestFailure)));

console.log('\n=== all suites');
for (const { name, passed, failures } of results) console.log(`${name}: ${passed} passed, ${failures.length} failed`);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || results.length === 0 ? 1 : 0;

/** One failure of several lines is seen as one, and none of its lines is taken for the closing one. */
function indented(text) {
  return text.replaceAll('\n', '\n    ');
}
