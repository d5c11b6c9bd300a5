// Lets one process at a time append to the audit log. The lock is a file that names its holder: one whose process is gone, or that nothing
// was done with for long, is taken away by one of those that wait.
import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, parseJson } from '../../catalog/json.ts';

/** A holder needs a few milliseconds. In time that this process was awake, so that a suspended machine takes no lock away. */
const staleMs = 5_000;
const waitMs = 8_000;
const pollMs = 10;
/** Who waited for so long says so: whoever appends without a pause would else always be first again. */
const patienceMs = 100;
/** Windows answers with the others for a file that is being deleted. */
const heldCodes = process.platform === 'win32' ? ['EEXIST', 'EPERM', 'EACCES', 'EBUSY'] : ['EEXIST'];

/** Resolves with what releases it. Rejects as the file system does, and where others hold it for too long. */
export async function lockAudit(file: string): Promise<() => Promise<void>> {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  const from = performance.now();
  let seen: { readonly holder: string; readonly since: number } | undefined;
  for (;;) {
    try {
      await writeFile(file, own, { flag: 'wx', mode: 0o600 });
      return () => release(file, own);
    } catch (error) {
      if (!isHeld(error) || performance.now() - from > waitMs) throw error;
    }
    const holder = await holderOf(file);
    if (holder === undefined) {
      // It may be one that cannot be read.
      await delay(1);
      continue;
    }
    if (performance.now() - from > patienceMs) await writeFile(waitingFile(file), '', { mode: 0o600 }).catch(() => undefined);
    if (seen?.holder !== holder) seen = { holder, since: performance.now() };
    if (isGone(holder) || performance.now() - seen.since > staleMs) await takeAway(file, holder);
    await delay(pollMs * (0.5 + Math.random()));
  }
}

/** Leaves the others time to take it, where one has waited for long. */
async function release(file: string, own: string): Promise<void> {
  if ((await holderOf(file)) === own) await rm(file, { force: true });
  const waits = await unlink(waitingFile(file)).then(
    () => true,
    () => false,
  );
  if (waits) await delay(3 * pollMs);
}

function waitingFile(file: string): string {
  return `${file}.waiting`;
}

/** Only one of those that wait does it, and only if nothing has changed. */
async function takeAway(file: string, stale: string): Promise<void> {
  const guard = `${file}.recovery`;
  try {
    await writeFile(guard, '', { flag: 'wx', mode: 0o600 });
  } catch {
    // Whoever made it was killed in the middle.
    const made = await stat(guard).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > staleMs) await rm(guard, { force: true });
    return;
  }
  if ((await holderOf(file)) === stale) await rm(file, { force: true });
  await rm(guard, { force: true });
}

/** As its holder wrote it, empty where it has not yet; undefined where no one holds it. */
function holderOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

/** Whether its process, on this machine, is no more. */
function isGone(holder: string): boolean {
  const found = parseJson(holder);
  if (!isJsonObject(found)) return false;
  const { pid, host } = found;
  if (typeof pid !== 'number' || host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && 'code' in error && heldCodes.includes(String(error.code));
}
