// Runs that are killed at a random moment, by what is killed: whatever of the record is on disk can be read, and resuming it does each of 40
// writes once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { runsFolder } from '../../src/storage/statePaths.ts';
import { CountedRuns, countingServer, serversOf, writesIn } from '../fakes/countedRuns.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { built } from '../fakes/testEngine.ts';
import type { Random } from '../sandbox/random.ts';
import { eventually, sandboxProcesses } from '../sandbox/sandboxProcesses.ts';

export const victims = ['the terminal', 'the sandbox', 'the extension host'] as const;
export type Victim = (typeof victims)[number];

const writes = 40;
/** Some in a row with reads between them, the rest at once. */
const code = `const seen = [];
for (let n = 1; n <= 20; n++) {
  await tools.counting.add({ n, ms: n % 4 });
  if (n % 3 === 0) seen.push((await tools.counting.total({})).total);
}
await Promise.all(Array.from({ length: 20 }, (_, i) => tools.counting.add({ n: 21 + i, ms: i % 5 })));
return seen;`;

/** Kills one run; says when. */
export async function killAndResume(victim: Victim, random: Random): Promise<string> {
  using folder = new TemporaryFolder('code-mode-killed-');
  const at = 1 + random.below(writes);
  const pauseMs = random.below(8);
  // At a write that was sent and not done, at one that was done and not answered, or whenever.
  const how = random.pick(['before', 'after', 'whenever']);
  if (how !== 'whenever') writeFileSync(join(folder.path, 'hold.txt'), `${how} ${at}`);
  const isThere = () => (how === 'whenever' ? writesIn(folder.path).length >= at : existsSync(join(folder.path, 'held.txt')));
  const isTime = async () => {
    while (!isThere()) await delay(1);
    await delay(pauseMs);
  };
  const records = await (victim === 'the sandbox' ? killSandbox(folder.path, isTime) : killHost(victim, folder.path, isTime));
  const gone = await eventually(
    () => serversOf(folder.path).filter(isAlive),
    (alive) => alive.length === 0,
  );
  assert.deepEqual(gone, []);
  const died = writesIn(folder.path).length;
  await using runs = await CountedRuns.open(records, { written: folder.path });
  const [newest] = await runs.store.list();
  // It may have died before its first line, or ended before it was killed.
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

/** A process of its own with the engine in it. Returns the folder of the records. */
async function killHost(victim: Victim, folder: string, isTime: () => Promise<void>): Promise<string> {
  const state = join(folder, 'state');
  mkdirSync(state);
  const isTerminal = victim === 'the terminal';
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ servers: { counting: countingServer(folder) } }));
  writeFileSync(join(folder, 'run.ts'), code);
  const host = fileURLToPath(new URL('../fakes/runHost.ts', import.meta.url));
  const args = isTerminal ? [built('cli/main.js'), 'run', 'run.ts', '--config', 'mcp.json', '--allow-writes'] : [host, folder, state];
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: state, XDG_CACHE_HOME: folder, NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (more: Buffer) => (said += more.toString()));
  child.stdin.end(code);
  const ended = once(child, 'exit');
  // A run that ends before its time has nothing to kill.
  await Promise.race([isTime(), ended]);
  child.kill('SIGKILL');
  const [exitCode, signal] = (await ended) as [number | null, string | null];
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

/** The process of the script, while the engine lives on. */
async function killSandbox(folder: string, isTime: () => Promise<void>): Promise<string> {
  const state = join(folder, 'state');
  mkdirSync(state);
  await using runs = await CountedRuns.open(state, { written: folder });
  const run = runs.run(code);
  await Promise.race([isTime(), run]);
  for (const pid of sandboxProcesses()) process.kill(pid, 'SIGKILL');
  await run;
  return state;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
