// npm test: installs system packages and the editor where they are missing, builds and packages, runs every suite also when an earlier
// one failed, four or five parts at a time, says again what failed, and ends with one line, `N passed, N failed`, over all of them. A suite
// is a folder of test/ that holds *.test.ts; the editor tests have a runner of their own. Names of suites as arguments run only those:
// npm test -- unit mcp. `--long` runs the others, which take an hour (CONTRIBUTING.md has the table).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { provisionEditor } from '../test/editor/bed/provision.ts';
import { provideSystemPackages, testPackages } from '../test/editor/bed/systemPackages.ts';
import { readCounts } from '../test/testCounts.ts';

const root = resolve(import.meta.dirname, '..');
/** Minutes after which a suite is ended and counted as failed. */
const suiteMinutes = 65;
const longMinutes = 240;
/**
 * Parts that run at a time, on two cores: much of what each does is wait, for processes, servers, a window. Once the last window is closed it is
 * one more: windows take a core by themselves.
 */
const atOnce = 3;
/** What mostly waits, for clocks, and for processes that start and end: in a lane of its own beside the others, as long as it lasts. */
const waiting = [
  ...['mcp', 'sandbox/engineChoice.test.ts', 'sandbox/limits.test.ts', 'cli/waiting.test.ts', 'cli/interruption.test.ts'],
  ...['cli/serveKilled.test.ts', 'sandbox/supervisor/processMeter.test.ts', 'sandbox/supervisor/limitTimers.test.ts'],
];
/** Where Node keeps the compiled code of the tests, of their tools and of the servers that they start. Sandboxes have no such variable. */
const compiled = join(root, 'node_modules', '.cache', 'compiled');
/** The suites that need what only the system's package manager can bring. */
const needPackages = ['sandbox', 'mcp', 'editor'];
/**
 * What runs in a process of its own: parts of the editor's tests, files, and what is left of a suite. The longest first, so that no long
 * one is left alone at the end; a suite that is not here comes last.
 */
const parts = [
  ...['editor chat', 'editor host page', 'engine', 'cli', 'unit', 'sandbox', 'sandbox/faults.test.ts', 'hostileLists'],
  ...['sandbox/escapes.test.ts', 'conformance'],
  ...waiting,
];
/** Characters of a failure that are said again at the end. */
const longestFailure = 2_000;
/** The exit code of the editor's tests where all ran. */
const someFailed = 3;
/** Suites whose tests drive whole programs, servers and windows, or hold threads to a clock; what waits for clocks is like them. */
const drivesOthers = ['editor', 'engine', 'cli', 'mcp', 'unit'];
/** More than these fail for a reason. */
const mostFilesAgain = 3;

/** The programs still running: ended with this process, whole groups at once. */
const running = new Set();

/** Runs one program to its end; resolves with its exit code. What it prints goes to `print`. */
async function run(args, { minutes = suiteMinutes, env = {}, print } = {}) {
  const stdio = ['ignore', ...(print ? ['pipe', 'pipe'] : ['inherit', 'inherit'])];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio,
    detached: true,
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
  });
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

function suiteNames() {
  const folders = new Set(globSync('test/*/**/*.test.ts', { cwd: root }).map((file) => file.split(sep)[1]));
  for (const other of ['fixtures', 'long', 'windows']) folders.delete(other);
  return folders;
}

const suiteOf = (part) => part.split(/[ /]/)[0];

/** Files that are a part of their own run in no other. */
function partOf(name) {
  if (suiteOf(name) === 'editor') return { name, args: ['test/editor/run.ts', ...name.split(' ').slice(1)] };
  return mochaPart(
    name,
    parts.filter((part) => part.startsWith(`${name}/`)),
  );
}

function mochaPart(name, apart = []) {
  const options = ['--forbid-only', '--forbid-pending', '--reporter', 'test/countingReporter.ts'];
  const ignored = apart.flatMap((file) => ['--ignore', `test/${file}`]);
  return {
    name,
    args: ['node_modules/mocha/bin/mocha.js', ...options, ...ignored, `test/${name}${name.includes('/') ? '' : '/**/*.test.ts'}`],
  };
}

function partsOf(long) {
  if (long) {
    const every = ['sandbox', 'cli', 'engine/statelessProperty.test.ts'].map((name) => ({
      ...mochaPart(name),
      env: { CODE_MODE_EVERY_TEST: '1' },
    }));
    const windows = { name: 'windows', args: ['test/windows/run.ts'] };
    return [mochaPart('long'), ...every, windows].map((part) => ({ ...part, minutes: longMinutes }));
  }
  const listed = new Set(parts.map(suiteOf));
  return [...parts, ...[...suiteNames()].filter((name) => !listed.has(name))].map(partOf);
}

/**
 * What a part prints is printed in one piece, when it has ended. A part that fails without having counted anything (it crashed,
 * or did not start) counts as one failure.
 */
async function runPart({ name, args, minutes, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'code-mode-counts-'));
  const file = join(folder, 'counts');
  const printed = [];
  const begun = Date.now();
  console.log(`begins: ${name}`);
  const code = await run(args, { minutes, env: { ...env, CODE_MODE_TEST_COUNTS: file }, print: (text) => printed.push(text) });
  const counts = [...readCounts(file)];
  rmSync(folder, { recursive: true, force: true });
  const isUncounted = code !== 0 && (needsEditor({ name }) ? code !== someFailed : failuresOf(counts).length === 0);
  if (isUncounted || counts.length === 0) counts.push({ passed: 0, failures: [`ended with exit code ${code}`] });
  const seconds = Math.round((Date.now() - begun) / 1_000);
  console.log(`\n=== ${name}\n${printed.join('')}\n=== ${name} took ${seconds} s`);
  return { name, counts, seconds };
}

const passedOf = (counts) => counts.reduce((sum, { passed }) => sum + passed, 0);
const failuresOf = (counts) => counts.flatMap(({ failures }) => failures);

/** Runs them in their order, so many at a time. */
async function runAll(all) {
  const calm = all.filter(({ name }) => waiting.includes(name));
  const busy = all.filter((part) => !calm.includes(part));
  const windows = new Set(all.filter(needsEditor));
  const results = [];
  const lane = async (queue) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      results.push(await runPart(next));
      if (windows.delete(next) && windows.size === 0) await Promise.all([lane(busy), lane(busy)]);
    }
    if (queue === busy && calm.length > 0) await lane(calm);
  };
  await Promise.all([...Array.from({ length: atOnce }, () => lane(busy)), lane(calm)]);
  return results;
}

/**
 * Runs a few files that failed once more, when nothing runs beside them, and counts what that comes to: their tests drive programs and windows that
 * are not ours, at the pace of a machine that did four things at a time. What they failed for at first is said with the failures all the same. An
 * input that a property made at random and that failed would not be made again: it stays failed.
 */
async function runAgain(results) {
  const isFlaky = ({ file, failures }) =>
    file !== undefined && failures.length > 0 && !failures.some((text) => text.includes('Property failed'));
  const failed = results
    .filter(({ name }) => drivesOthers.includes(suiteOf(name)) || waiting.includes(name))
    .flatMap(({ name, counts }) => counts.filter(isFlaky).map((before) => ({ suite: suiteOf(name), counts, before })));
  const passedNow = [];
  for (const { suite, counts, before } of failed.length > mostFilesAgain ? [] : failed) {
    const { file, failures } = before;
    const { args } = partOf(suite === 'editor' ? `editor ${file}` : file.slice('test/'.length));
    const again = await runPart({ name: `${suite} again: ${file}`, args });
    const [now] = again.counts;
    if (again.counts.length > 1 || now.file !== file || now.passed === 0 || now.failures.length > 0) continue;
    counts.splice(counts.indexOf(before), 1, now);
    passedNow.push(...failures.map((failure) => `${file}: ${failure}`));
  }
  return passedNow;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) end(child);
    process.exit(1);
  });
}

const { values, positionals: wanted } = parseArgs({ options: { long: { type: 'boolean', default: false } }, allowPositionals: true });
const chosen = partsOf(values.long).filter(({ name }) => wanted.length === 0 || wanted.includes(suiteOf(name)));
const needsEditor = ({ name }) => suiteOf(name) === 'editor';

const problem = chosen.some(({ name }) => needPackages.includes(suiteOf(name))) ? await provideSystemPackages(testPackages) : undefined;
if (problem) console.error(problem);
const packaged = (await run(['scripts/package.mjs'])) === 0;
// Once, before the parts that need it run side by side. What is missing they say themselves.
if (packaged && chosen.some(needsEditor)) await provisionEditor(root).catch(() => undefined);
const results = await runAll(chosen.filter((part) => packaged || !needsEditor(part)));
const passedAgain = await runAgain(results);
const uncounted = (name, failure) => results.push({ name, counts: [{ passed: 0, failures: [failure] }], seconds: 0 });
if (!packaged) uncounted('package', 'it cannot be built');
for (const { name } of packaged ? [] : chosen.filter(needsEditor)) uncounted(name, 'not run: there is no package');

if (passedAgain.length > 0) console.log('\n=== failed at first, passed when run again alone');
for (const failure of passedAgain) console.log(indented(failure));
const failed = results.flatMap(({ name, counts }) => failuresOf(counts).map((failure) => `${name}: ${failure}`));
if (failed.length > 0) console.log('\n=== failed');
for (const failure of failed) console.log(indented(failure));

console.log('\n=== all suites');
for (const { name, counts, seconds } of results)
  console.log(`${name}: ${passedOf(counts)} passed, ${failuresOf(counts).length} failed, ${seconds} s`);
console.log(`${results.reduce((sum, { counts }) => sum + passedOf(counts), 0)} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || results.length === 0 ? 1 : 0;

/** One failure of several lines is seen as one, and none of its lines is taken for the closing one. At its end it has what a window said. */
function indented(text) {
  const half = longestFailure / 2;
  const shown = text.length > longestFailure ? `${text.slice(0, half)}\n…\n${text.slice(-half)}` : text;
  return shown.replaceAll('\n', '\n    ');
}
