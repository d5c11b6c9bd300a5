// npm test: installs system packages and the editor where they are missing, builds and packages, runs every room, three at a time, says again what
// failed, and ends with one line, `N passed, N failed`, over all of them. A room is a folder of test/ that holds *.test.ts. Rooms as arguments run
// only those, with their unit tests: `npm test -- mcp` runs test/mcp and test/unit/mcp, `npm test -- editor/chat` runs test/editor/chat. `--full` runs
// everything that there is (CONTRIBUTING.md has the table): every combination of the rooms' tests, test/full, and Windows.
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
/** Parts at a time, on two cores: much of what each does is wait, for processes, servers, a window. */
const atOnce = 3;
/** Minutes after which a part is ended and counted as failed. */
const partMinutes = 30;
const fullPartMinutes = 85;
/** Node keeps the compiled code of the tests, of their tools and of the servers that they start here. Sandboxes have no such variable. */
const compiled = join(root, 'node_modules', '.cache', 'compiled');
/** The rooms that need what only the system's package manager can bring. */
const needPackages = ['sandbox', 'security', 'mcp', 'editor'];
/** The longest first, so that no long one is left alone at the end. */
const rooms = ['editor', 'sandbox', 'security', 'unit', 'engine', 'cli', 'mcp', 'hostileLists', 'conformance'];
/** Rooms in two processes: one would run after all others, and alone. */
const inHalves = ['sandbox', 'security', 'engine'];
/** Characters of a failure that are said again at the end. */
const longestFailure = 2_000;
/** The exit code of the editor's tests where all ran. */
const someFailed = 3;

/** The programs still running: ended with this process, whole groups at once. */
const running = new Set();

/** Runs one program to its end; resolves with its exit code. Its output goes to `print`. */
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

const isEditor = ({ name }) => name.startsWith('editor');

function mochaPart(name, ...globs) {
  const options = ['--forbid-only', '--forbid-pending', '--reporter', 'test/countingReporter.ts'];
  return { name, args: ['node_modules/mocha/bin/mocha.js', ...options, ...globs] };
}

function roomParts(room) {
  const [folder, ...windows] = room.split('/');
  if (folder === 'editor') return [{ name: room, args: ['test/editor/run.ts', ...windows] }];
  if (!inHalves.includes(room)) return [mochaPart(room, `test/${room}/**/*.test.ts`)];
  const files = globSync(`test/${room}/**/*.test.ts`, { cwd: root }).sort();
  return [0, 1].map((half) => mochaPart(`${room} ${half + 1}/2`, ...files.filter((_, index) => index % 2 === half)));
}

/** A room of `src` without a suite of its own has unit tests alone. */
function wantedParts(room) {
  const parts = rooms.includes(room) || room.startsWith('editor/') ? roomParts(room) : [];
  const unit = `test/unit/${room}`;
  return existsSync(join(root, unit)) ? [...parts, mochaPart(`unit/${room}`, `${unit}/**/*.test.ts`)] : parts;
}

/** Everything: the longest first. */
function fullParts() {
  const env = { CODE_MODE_EVERY_TEST: '1' };
  const full = ['cli', 'conformance', 'engine', 'hostileLists', 'mcp', 'sandbox', 'unit'].filter(
    (room) => globSync(`test/full/${room}/**/*.test.ts`, { cwd: root }).length > 0,
  );
  const parts = [
    { name: 'editor full', args: ['test/editor/run.ts', 'full'] },
    { name: 'windows', args: ['test/windows/run.ts'], size: 2 },
    mochaPart('full', 'test/full/*.test.ts'),
    ...full.map((room) => mochaPart(`full/${room}`, `test/full/${room}/**/*.test.ts`)),
    ...rooms.flatMap(roomParts),
  ];
  return parts.map((part) => ({ ...part, env, minutes: fullPartMinutes }));
}

/**
 * Prints all that a part prints in one piece, when it has ended. A part that fails without having counted anything (it crashed, or did not start)
 * counts as one failure.
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
  const isUncounted = code !== 0 && (isEditor({ name }) ? code !== someFailed : failuresOf(counts).length === 0);
  if (isUncounted || counts.length === 0) counts.push({ passed: 0, failures: [`ended with exit code ${code}`] });
  const seconds = Math.round((Date.now() - begun) / 1_000);
  console.log(`\n=== ${name}\n${printed.join('')}\n=== ${name} took ${seconds} s`);
  return { name, counts, seconds };
}

const passedOf = (counts) => counts.reduce((sum, { passed }) => sum + passed, 0);
const failuresOf = (counts) => counts.flatMap(({ failures }) => failures);

/**
 * Runs the parts in their order, as many at a time as there is room for. The windows of the editor and Wine take a core by themselves: one part has
 * windows at a time, and beside Wine one other part runs, as with two Wine needs over four times as long.
 */
async function runAll(parts) {
  const waiting = [...parts];
  const underWay = new Map();
  const results = [];
  const fits = (part) => {
    const now = [...underWay.keys()];
    if (isEditor(part) && now.some(isEditor)) return false;
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
    for (let at = waiting.findIndex(fits); at >= 0; at = waiting.findIndex(fits)) start(...waiting.splice(at, 1));
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

const { values, positionals: wanted } = parseArgs({ options: { full: { type: 'boolean', default: false } }, allowPositionals: true });
const chosen = values.full ? fullParts() : wanted.length > 0 ? wanted.flatMap(wantedParts) : rooms.flatMap(roomParts);
if (chosen.length === 0) {
  console.error(`There is no room ${wanted.join(', ')}: name ${rooms.join(', ')}, a folder of test/editor or one of test/unit.`);
  process.exit(1);
}

const needsPackages = chosen.some(({ name }) => needPackages.some((room) => name.split(/[ /]/).includes(room)));
const problem = needsPackages ? await provideSystemPackages(values.full ? [...testPackages, ...fullPackages] : testPackages) : undefined;
if (problem) console.error(problem);
const hasEditor = chosen.some(isEditor);
const isBuilt = (await run([hasEditor ? 'scripts/package.mjs' : 'esbuild.mjs'])) === 0;
// Once, before the parts that need it run side by side. What is missing they say themselves.
if (isBuilt && hasEditor) await provisionEditor(root).catch(() => undefined);
const results = isBuilt ? await runAll(chosen) : [{ name: 'build', counts: [{ passed: 0, failures: ['it failed'] }], seconds: 0 }];

const failed = results.flatMap(({ name, counts }) => failuresOf(counts).map((failure) => `${name}: ${failure}`));
if (failed.length > 0) console.log('\n=== failed');
for (const failure of failed) console.log(indented(failure));

console.log('\n=== all parts');
for (const { name, counts, seconds } of results)
  console.log(`${name}: ${passedOf(counts)} passed, ${failuresOf(counts).length} failed, ${seconds} s`);
console.log(`${results.reduce((sum, { counts }) => sum + passedOf(counts), 0)} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Indents the lines of a failure, so that none of them is taken for the closing one. Its end, which is kept, has what a window said. */
function indented(text) {
  const half = longestFailure / 2;
  const shown = text.length > longestFailure ? `${text.slice(0, half)}\n…\n${text.slice(-half)}` : text;
  return shown.replaceAll('\n', '\n    ');
}
