// npm test: installs missing system packages and the editor, builds and packages, runs every room, three at a time,
// repeats the failures at the end, and closes with one line, `N passed, N failed`, for all rooms. A room is a folder of
// test/ with *.test.ts files. With rooms as arguments, only these rooms and their unit tests run: `npm test -- mcp`
// runs test/mcp and test/unit/mcp, `npm test -- editor/chat` runs test/editor/chat. `--full` runs all tests (the table
// in CONTRIBUTING.md lists them): every combination of the tests of the rooms, test/full, and Windows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { provisionEditor } from '../test/editor/bed/provision.ts';
import { fullPackages, provideSystemPackages, testPackages } from '../test/editor/bed/systemPackages.ts';
import { readCounts } from '../test/testCounts.ts';

const root = resolve(import.meta.dirname, '..');
/**
 * Number of parts that run at the same time on two cores: each part mostly waits for processes, servers or a window.
 * With four, a run takes as long.
 */
const atOnce = 3;
/** Minutes after which a part is ended and counted as failed. */
const partMinutes = 30;
const fullPartMinutes = 85;
/**
 * Folder in which Node caches the compiled code of the tests, of their tools and of the servers that the tests start.
 * Sandboxes do not get this variable.
 */
const compiled = join(root, 'node_modules', '.cache', 'compiled');
/** Rooms that need packages of the system's package manager. */
const needPackages = ['sandbox', 'security', 'mcp', 'editor'];
/** Rooms with the longest first, so that no long room runs alone at the end. */
const rooms = [
  'editor',
  'sandbox',
  'security',
  'unit',
  'engine',
  'cli',
  'mcp',
  'hostileLists',
  'conformance',
];
/** Rooms that are split between two processes, since each would otherwise run alone after all others. */
const inHalves = ['sandbox', 'security', 'engine'];
/** Maximum number of characters of a failure that are repeated at the end. */
const longestFailure = 2_000;
/** Exit code of the editor tests if all of them ran and some failed. */
const someFailed = 3;

/** The running programs; they are ended with this process, each with its whole process group. */
const running = new Set();

/** Runs one program to its end and resolves with its exit code. `print` receives its output. */
async function run(args, { minutes = partMinutes, env = {}, print } = {}) {
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
  // A remaining process of the group could keep the streams open.
  end(child, 'SIGKILL');
  if (print)
    await Promise.all([child.stdout, child.stderr].map((stream) => stream.closed || once(stream, 'close')));
  running.delete(child);
  return code ?? 1;
}

/** Ends a program. Each program leads a process group of its own, so that no process of a test outlives the program. */
function end(child, signal = 'SIGTERM') {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is already gone.
  }
}

/** The folders of test/editor whose tests share a window. */
const editorWindows = [['page', 'views', 'chat'], ['host']];
const isEditor = ({ name }) => name.startsWith('editor');

/**
 * V8's registry of code pages aborts the process when many threads create and free WebAssembly code on a processor with
 * memory protection keys (nodejs/node#64500, "Check failed: jit_page.has_value()"), as the tests of both engines do.
 */
const withoutProtectionKeys = '--no-memory-protection-keys';

function mochaPart(name, ...globs) {
  const options = ['--forbid-only', '--forbid-pending', '--reporter', 'test/countingReporter.ts'];
  return {
    name,
    args: [withoutProtectionKeys, 'node_modules/mocha/bin/mocha.js', ...options, ...globs],
  };
}

function editorPart(folders) {
  return { name: `editor/${folders.join(', ')}`, args: ['test/editor/run.ts', ...folders] };
}

function roomParts(room) {
  if (room === 'editor') return editorWindows.map(editorPart);
  if (room.startsWith('editor/')) return [editorPart(room.split('/').slice(1))];
  if (!inHalves.includes(room)) return [mochaPart(room, `test/${room}/**/*.test.ts`)];
  const files = globSync(`test/${room}/**/*.test.ts`, { cwd: root }).sort();
  return [0, 1].map((half) =>
    mochaPart(`${room} ${half + 1}/2`, ...files.filter((_, index) => index % 2 === half)),
  );
}

/** A room of `src` without a test suite of its own has only unit tests. */
function wantedParts(room) {
  const parts = rooms.includes(room) || room.startsWith('editor/') ? roomParts(room) : [];
  const unit = `test/unit/${room}`;
  return existsSync(join(root, unit)) ? [...parts, mochaPart(`unit/${room}`, `${unit}/**/*.test.ts`)] : parts;
}

/** Returns all parts, the longest first. */
function fullParts() {
  const env = { CODE_MODE_EVERY_TEST: '1' };
  const parts = [
    { name: 'editor full', args: ['test/editor/run.ts', 'full'] },
    { name: 'windows', args: ['test/windows/run.ts'], size: 2 },
    mochaPart('full', 'test/full/*.test.ts'),
    ...['cli', 'engine', 'mcp', 'unit'].map((room) =>
      mochaPart(`full/${room}`, `test/full/${room}/**/*.test.ts`),
    ),
    ...rooms.flatMap(roomParts),
  ];
  return parts.map((part) => ({ ...part, env, minutes: fullPartMinutes }));
}

/**
 * Prints the output of a part in one piece when the part has ended. A part that fails without counting any test (it
 * crashed or did not start) counts as one failure.
 */
async function runPart({ name, args, minutes, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'code-mode-counts-'));
  const file = join(folder, 'counts');
  const printed = [];
  const begun = Date.now();
  console.log(`begins: ${name}`);
  const code = await run(args, {
    minutes,
    env: { ...env, CODE_MODE_TEST_COUNTS: file },
    print: (text) => printed.push(text),
  });
  const counts = [...readCounts(file)];
  rmSync(folder, { recursive: true, force: true });
  const isUncounted =
    code !== 0 && (isEditor({ name }) ? code !== someFailed : failuresOf(counts).length === 0);
  if (isUncounted || counts.length === 0)
    counts.push({ passed: 0, failures: [`ended with exit code ${code}`] });
  const seconds = Math.round((Date.now() - begun) / 1_000);
  console.log(`\n=== ${name}\n${printed.join('')}\n=== ${name} took ${seconds} s`);
  return { name, counts, seconds };
}

const passedOf = (counts) => counts.reduce((sum, { passed }) => sum + passed, 0);
const failuresOf = (counts) => counts.flatMap(({ failures }) => failures);

/**
 * Runs the parts in their order, as many at a time as `atOnce` allows. The windows of the editor and Wine each need a
 * whole core: only one part with windows runs at a time beside other rooms, and beside Wine only one other part runs,
 * since Wine takes over four times as long beside two.
 */
async function runAll(parts) {
  const waiting = [...parts];
  const underWay = new Map();
  const results = [];
  const hasOthers = !parts.every(isEditor);
  const fits = (part) => {
    const now = [...underWay.keys()];
    if (hasOthers && isEditor(part) && now.some(isEditor)) return false;
    return now.reduce((sum, { size = 1 }) => sum + size, part.size ?? 1) <= atOnce;
  };
  const start = (part) => {
    const ended = runPart(part).then((result) => {
      results.push(result);
      underWay.delete(part);
    });
    underWay.set(part, ended);
  };
  while (waiting.length > 0 || underWay.size > 0) {
    for (let at = waiting.findIndex(fits); at >= 0; at = waiting.findIndex(fits))
      start(...waiting.splice(at, 1));
    await Promise.race(underWay.values());
  }
  return results;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) end(child);
    process.exit(1);
  });
}

const { values, positionals: wanted } = parseArgs({
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = values.full
  ? fullParts()
  : wanted.length > 0
    ? wanted.flatMap(wantedParts)
    : rooms.flatMap(roomParts);
if (chosen.length === 0) {
  console.error(
    `There is no room ${wanted.join(', ')}: name ${rooms.join(', ')}, a folder of test/editor or one of test/unit.`,
  );
  process.exit(1);
}

const needsPackages = chosen.some(({ name }) =>
  needPackages.some((room) => name.split(/[ /]/).includes(room)),
);
const problem = needsPackages
  ? await provideSystemPackages(values.full ? [...testPackages, ...fullPackages] : testPackages)
  : undefined;
if (problem) console.error(problem);
const hasEditor = chosen.some(isEditor);
const isBuilt = (await run([hasEditor ? 'scripts/package.mjs' : 'esbuild.mjs'])) === 0;
// The editor is installed once, before the parts that need it run side by side. A part reports by itself if something
// is missing.
if (isBuilt && hasEditor) await provisionEditor(root).catch(() => undefined);
const results = isBuilt
  ? await runAll(chosen)
  : [{ name: 'build', counts: [{ passed: 0, failures: ['it failed'] }], seconds: 0 }];

const failed = results.flatMap(({ name, counts }) =>
  failuresOf(counts).map((failure) => `${name}: ${failure}`),
);
if (failed.length > 0) console.log('\n=== failed');
for (const failure of failed) console.log(indented(failure));

console.log('\n=== all parts');
for (const { name, counts, seconds } of results)
  console.log(`${name}: ${passedOf(counts)} passed, ${failuresOf(counts).length} failed, ${seconds} s`);
console.log(
  `${results.reduce((sum, { counts }) => sum + passedOf(counts), 0)} passed, ${failed.length} failed`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

/**
 * Indents the lines of a failure, so that none of them is mistaken for the closing line. The end is kept, since it has
 * the output of the window.
 */
function indented(text) {
  const half = longestFailure / 2;
  const shown = text.length > longestFailure ? `${text.slice(0, half)}\n…\n${text.slice(-half)}` : text;
  return shown.replaceAll('\n', '\n    ');
}
