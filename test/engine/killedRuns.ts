// Kills a process of a run at a random moment. The record on disk must be readable, and a resumption must do each of 40
// writes exactly once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { runsFolder } from '../../src/base/files/statePaths.ts';
import { CountedRuns, countingServer, serversOf, writesIn } from '../fakes/countedRuns.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { built } from '../fakes/testEngine.ts';
import { isAlive } from '../mcp/isAlive.ts';
import type { Random } from '../sandbox/random.ts';
import { eventually, sandboxProcesses } from '../sandbox/sandboxProcesses.ts';

export const victims = ['the terminal', 'the sandbox', 'the extension host'] as const;
export type Victim = (typeof victims)[number];

const writes = 40;
/** Maximum time until processes are ready or gone, in milliseconds; a busy machine is slow. */
const longMs = 120_000;
/**
 * The product gives the process of a script ten seconds to be ready, and a test cannot change this limit. On a busy
 * machine the run is started again.
 */
const notReady = /was not ready in \d+ ms/;
const mostStarts = 10;
/** Some calls are made in sequence with reads between them, the rest at once. */
const code = `const seen = [];
for (let n = 1; n <= 20; n++) {
  await tools.counting.add({ n, ms: n % 4 });
  if (n % 3 === 0) seen.push((await tools.counting.total({})).total);
}
await Promise.all(Array.from({ length: 20 }, (_, i) => tools.counting.add({ n: 21 + i, ms: i % 5 })));
return seen;`;

/** Kills one run and returns a text that says when. */
export async function killAndResume(victim: Victim, random: Random): Promise<string> {
  for (let starts = 1; starts <= mostStarts; starts += 1) {
    const died = await killOnce(victim, random);
    if (died !== undefined) return died;
  }
  throw new Error(`The machine is too busy: of ${mostStarts} runs no process was ready in time.`);
}

/** Undefined if the run could not begin. */
async function killOnce(victim: Victim, random: Random): Promise<string | undefined> {
  using folder = new TemporaryFolder('code-mode-killed-');
  const at = 1 + random.below(writes);
  const pauseMs = random.below(8);
  // The run is killed at a write that was sent and not done, at a write that was done and not answered, or at any
  // moment.
  const how = random.pick(['before', 'after', 'whenever']);
  if (how !== 'whenever') writeFileSync(join(folder.path, 'hold.txt'), `${how} ${at}`);
  const isThere = () =>
    how === 'whenever' ? writesIn(folder.path).length >= at : existsSync(join(folder.path, 'held.txt'));
  const isTime = async (signal: AbortSignal) => {
    await becomesTrue(folder.path, isThere, signal);
    await delay(pauseMs, undefined, { signal });
  };
  const records = await (victim === 'the sandbox'
    ? killSandbox(folder.path, isTime)
    : killHost(victim, folder.path, isTime));
  if (records === undefined) return undefined;
  const gone = await eventually(
    () => serversOf(folder.path).filter(isAlive),
    (alive) => alive.length === 0,
    longMs,
  );
  assert.deepEqual(gone, []);
  const died = writesIn(folder.path).length;
  await using runs = await openRuns(records, folder.path);
  const [newest] = await runs.store.list();
  // The run may have died before its first line, or ended before it was killed.
  if (newest?.state === 'done') assert.equal(died, writes);
  else if (newest) {
    const record = await runs.record(newest.id);
    assert.ok(['interrupted', 'failed'].includes(record.state), record.state);
    const resumed = await runs.resume(newest.id);
    assert.deepEqual(resumed.errors, []);
    assert.deepEqual(resumed.value, [3, 6, 9, 12, 15, 18]);
    assert.deepEqual(
      writesIn(folder.path).toSorted((a, b) => a - b),
      Array.from({ length: writes }, (_, index) => index + 1),
    );
  } else assert.equal(died, 0);
  return `${how} write ${at}, after ${died} writes`;
}

type IsTime = (signal: AbortSignal) => Promise<void>;

/** Settles when `isTrue` returns true; checked after each change in the folder. Rejects when aborted. */
async function becomesTrue(folder: string, isTrue: () => boolean, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const watcher = watch(folder, () => isTrue() && resolve(undefined));
  const end = () => reject(new Error('The run has ended.'));
  signal.addEventListener('abort', end, { once: true });
  try {
    if (isTrue()) return;
    await promise;
  } finally {
    watcher.close();
    signal.removeEventListener('abort', end);
  }
}

/** Settles when `isTime` returns true or the run has ended. */
async function untilTime(isTime: IsTime, ended: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const time = isTime(over.signal).catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  await Promise.race([time, ended.catch(() => undefined)]);
  over.abort();
  await time;
}

/** Kills a process with the engine in it. Returns the folder of the records; undefined if the run could not begin. */
async function killHost(victim: Victim, folder: string, isTime: IsTime): Promise<string | undefined> {
  const state = join(folder, 'state');
  mkdirSync(state);
  const isTerminal = victim === 'the terminal';
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ servers: { counting: countingServer(folder) } }));
  writeFileSync(join(folder, 'run.ts'), code);
  const host = fileURLToPath(new URL('../fakes/runHost.ts', import.meta.url));
  const args = isTerminal
    ? [built('cli/main.js'), 'run', 'run.ts', '--config', 'mcp.json', '--allow-writes']
    : [host, folder, state];
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: state, XDG_CACHE_HOME: folder, NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (more: Buffer) => (said += more.toString()));
  child.stdin.end(code);
  const ended = once(child, 'exit');
  // A run that ends early has nothing to kill.
  await untilTime(isTime, ended);
  child.kill('SIGKILL');
  const [exitCode, signal] = (await ended) as [number | null, string | null];
  if (notReady.test(said) && writesIn(folder).length === 0) return undefined;
  assert.ok(signal === 'SIGKILL' || exitCode === 0, said);
  if (!isTerminal) return state;
  const before = process.env['XDG_STATE_HOME'];
  process.env['XDG_STATE_HOME'] = state;
  try {
    return runsFolder(folder);
  } finally {
    if (before === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = before;
  }
}

/** Kills the process of the script while the engine lives on. */
async function killSandbox(folder: string, isTime: IsTime): Promise<string> {
  const state = join(folder, 'state');
  mkdirSync(state);
  await using runs = await openRuns(state, folder);
  const run = runs.run(code);
  await untilTime(isTime, run);
  for (const pid of sandboxProcesses()) process.kill(pid, 'SIGKILL');
  await run;
  return state;
}

/** The servers are processes, since they must outlive the killed process. */
function openRuns(records: string, folder: string): Promise<CountedRuns> {
  return CountedRuns.open(records, {
    servers: { counting: countingServer(folder) },
    written: folder,
    sandboxStartMs: longMs,
  });
}
