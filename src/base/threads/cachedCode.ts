// Loads a CommonJS file and keeps on disk the code that V8 compiled while the file was in use, because compiling
// TypeScript takes longer than checking a script. Node's own compile cache keeps only functions that are compiled
// before the code runs, and here nearly all functions are compiled at their first call.
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/**
 * Maximum number of files in the cache folder; the oldest are removed. There are two bundles, each with a file for
 * every version of Node and set of its flags.
 */
const mostFiles = 8;
const hashBytes = 32;

/** A built file, and the folder of its code cache. */
export interface CachedCode {
  readonly file: string;
  readonly folder: string;
}

interface LoadedCode {
  /** The exports of the file. */
  readonly exports: unknown;
  /**
   * Stores the code that is compiled so far, if the cache has none yet; later calls do nothing. If the folder is not
   * writable, the next start compiles again.
   */
  save(): void;
}

/** Loads the file. `folder` decides which code runs: only the user may write to it. Throws as the file does. */
export function loadCached({ file, folder }: CachedCode): LoadedCode {
  const bytes = readFileSync(file);
  const source = bytes.toString();
  const kept = join(folder, `${basename(file)}-${process.arch}-${cachedDataVersionTag().toString(16)}.bin`);
  // V8 itself compares only the length of the source.
  const sourceHash = hashOf(bytes);
  const cachedData = readKept(kept, sourceHash);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const module = { exports: {} };
  // The value is the function that the source text above defines.
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run(module.exports, createRequire(file), module, file, dirname(file));
  let isKept = cachedData !== undefined && script.cachedDataRejected === false;
  return {
    exports: module.exports,
    save: () => {
      if (!isKept) writeKept(folder, kept, sourceHash, script.createCachedData());
      isKept = true;
    },
  };
}

/** Returns undefined if the cache is missing, belongs to another source, is damaged, or is writable by another user. */
function readKept(kept: string, sourceHash: Buffer): Buffer | undefined {
  try {
    const content = readOwn(kept);
    const data = content.subarray(2 * hashBytes);
    const isWhole =
      content.subarray(0, hashBytes).equals(sourceHash) &&
      content.subarray(hashBytes, 2 * hashBytes).equals(hashOf(data));
    return isWhole ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Reads machine code. Throws first if another user may have written the file. Windows has no such modes. */
function readOwn(file: string): Buffer {
  const opened = openSync(file, 'r');
  try {
    const { uid, mode } = fstatSync(opened);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    if (!isOwn) throw new Error(`${file} is writable by other users`);
    return readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}

function writeKept(folder: string, kept: string, sourceHash: Buffer, data: Buffer): void {
  const draft = `${kept}.${randomUUID()}.draft`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(draft, Buffer.concat([sourceHash, hashOf(data), data]), { mode: 0o600 });
    renameSync(draft, kept);
    tidy(folder);
  } catch {
    remove(draft);
  }
}

/** Removes the file and ignores failures. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A file that cannot be removed could not be written either.
  }
}

function tidy(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const newestFirst = files.map((file) => ({ file, at: statSync(file).mtimeMs })).sort((a, b) => b.at - a.at);
  for (const { file } of newestFirst.slice(mostFiles)) remove(file);
}

function hashOf(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
