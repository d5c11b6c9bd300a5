// A CommonJS file of which V8 keeps on disk what it compiled while it was used: to compile TypeScript takes longer than to check a script.
// Node's own compile cache keeps only what is compiled before the code runs, and here nearly all functions are compiled when they are called.
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/** Two bundles, each for every Node and every set of its flags; of more, those written longest ago are removed. */
const mostFiles = 8;
const hashBytes = 32;

/** A built file, and the folder of its code cache. */
export interface CachedCode {
  readonly file: string;
  readonly folder: string;
}

interface LoadedCode {
  /** What the file exports. */
  readonly exports: unknown;
  /** The first call keeps what is compiled by now, where nothing is kept yet; a folder that cannot be written costs the next start its time. */
  save(): void;
}

/** `folder` is the user's own: who writes there decides what runs. Throws as the file does. */
export function loadCached({ file, folder }: CachedCode): LoadedCode {
  const bytes = readFileSync(file);
  const source = bytes.toString();
  const kept = join(folder, `${basename(file)}-${process.arch}-${cachedDataVersionTag().toString(16)}.bin`);
  // V8 itself compares no more than the length.
  const sourceHash = hashOf(bytes);
  const cachedData = readKept(kept, sourceHash);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const module = { exports: {} };
  const run = script.runInThisContext() as (...args: unknown[]) => void; // the function around it
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

/** Undefined also for what was made of another file, is damaged, or may be another user's. */
function readKept(kept: string, sourceHash: Buffer): Buffer | undefined {
  try {
    const content = readOwn(kept);
    const data = content.subarray(2 * hashBytes);
    const isWhole = content.subarray(0, hashBytes).equals(sourceHash) && content.subarray(hashBytes, 2 * hashBytes).equals(hashOf(data));
    return isWhole ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Machine code runs as it is: of a file that another user may have written nothing is read, and it throws. Windows has no such modes. */
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

/** As far as that can be done. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Where it cannot be removed it could not be written.
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
