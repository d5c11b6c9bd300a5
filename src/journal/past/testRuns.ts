// Tests the scripts of a folder against the runs saved beside them: `report.run.json` is a run of `report.ts`.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Engine } from '../../engine/index.ts';
import { readFileBounded } from '../../base/files/readFileBounded.ts';
import { isMissing } from '../../base/files/writeFileAtomic.ts';
import { importedRun } from '../list/exportedRun.ts';
import type { Found } from '../record/runRecord.ts';
import type { PastRuns, RunTestResult } from './pastRuns.ts';

/** The end of a saved run's file name. */
export const savedRunEnding = '.run.json';
const scriptEndings = ['.ts', '.mts', '.js', '.mjs'];
const mostRuns = 1_000;
const deepest = 20;
const [mostSavedBytes, mostScriptBytes] = [256 * 1024 * 1024, 16 * 1024 * 1024] as const;

export interface TestedRun {
  /** Path of the saved run. */
  readonly file: string;
  readonly result: RunTestResult;
}

/**
 * Tests the runs in the order of their names. `path` is a folder, which is searched with its subfolders, or one saved
 * run. Rejects as the file system does, and when aborted.
 */
export async function* testRuns(
  past: Pick<PastRuns, 'test'>,
  engine: Pick<Engine, 'replay'>,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<TestedRun> {
  const files = (await stat(path)).isDirectory() ? await savedRuns(path, 0) : [path];
  for (const file of files.slice(0, mostRuns)) {
    signal.throwIfAborted();
    yield { file, result: await testSavedRun(past, engine, file, signal) };
  }
}

async function testSavedRun(
  past: Pick<PastRuns, 'test'>,
  engine: Pick<Engine, 'replay'>,
  file: string,
  signal: AbortSignal,
): Promise<RunTestResult> {
  const bytes = await bytesOf(file, mostSavedBytes);
  if ('problem' in bytes) return { kind: 'notRun', text: bytes.problem };
  const saved = await importedRun(bytes);
  if ('problem' in saved) return { kind: 'notRun', text: saved.problem };
  const code = await scriptBeside(file);
  if ('problem' in code) return { kind: 'notRun', text: code.problem };
  return past.test(engine, saved, code.toString(), signal);
}

async function savedRuns(folder: string, depth: number): Promise<readonly string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name.endsWith(savedRunEnding)) found.push(path);
    const isFolder = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
    if (isFolder && depth < deepest) found.push(...(await savedRuns(path, depth + 1)));
    if (found.length >= mostRuns) break;
  }
  return found;
}

async function scriptBeside(file: string): Promise<Found<Buffer>> {
  const names = scriptEndings.map((ending) => `${basename(file, savedRunEnding)}${ending}`);
  for (const name of names) {
    try {
      return await bytesOf(join(dirname(file), name), mostScriptBytes);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return { problem: `There is no script ${names.join(' or ')} beside it.` };
}

/** Rejects as the file system does. A file that is too long, or is no regular file, is a problem of this test only. */
async function bytesOf(file: string, mostBytes: number): Promise<Found<Buffer>> {
  try {
    return await readFileBounded(file, mostBytes);
  } catch (error) {
    if (error instanceof Error && !('code' in error))
      return { problem: `${basename(file)} is not read: ${error.message}.` };
    throw error;
  }
}
