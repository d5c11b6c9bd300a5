// Reads the files of saved scripts: the regular files of a folder, without its subfolders. Anybody who can write to the
// folder may be hostile, so links are not followed and all sizes are bounded.
import { constants } from 'node:fs';
import { open, opendir, realpath, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { grouped } from '../../base/text/counted.ts';
import { errorCode } from '../../base/errorMessage.ts';
import { isScriptFileName } from './scriptNames.ts';

/** A folder whose scripts become tools. */
export interface ScriptFolder {
  /** Absolute path. */
  readonly path: string;
  /** The folder must lie within this one even after links are followed; set for a folder of a workspace. */
  readonly within?: string;
}

export interface ScriptFile {
  /** Name of the file without its extension. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  readonly code: string;
}

/** Flags of `open`; Windows has neither. */
const [noFollow, noWait] = [constants.O_NOFOLLOW, constants.O_NONBLOCK] as readonly (number | undefined)[];

/** Limits for one folder. */
const fileLimits = { entries: 1_000, scripts: 200, bytes: 262_144 } as const;

/** Returns the scripts by name, and one line for each warning. A missing folder has no scripts. Never rejects. */
export async function readScriptFolder({ path, within }: ScriptFolder): Promise<{
  readonly files: readonly ScriptFile[];
  readonly warnings: readonly string[];
}> {
  const files: ScriptFile[] = [];
  const warnings: string[] = [];
  try {
    if (within !== undefined && !isWithin(await realpath(path), await realpath(within)))
      return { files, warnings: [`${path} is not read: it is a link that leads out of ${within}.`] };
    const names: string[] = [];
    let entries = 0;
    for await (const entry of await opendir(path)) {
      if (++entries > fileLimits.entries) break;
      if (entry.isFile() && isScriptFileName(entry.name)) names.push(entry.name);
    }
    if (entries > fileLimits.entries)
      warnings.push(`${path}: only ${grouped(fileLimits.entries)} of its entries are read.`);
    if (names.length > fileLimits.scripts)
      warnings.push(`${path}: only the first ${fileLimits.scripts} scripts are tools.`);
    for (const name of names.sort().slice(0, fileLimits.scripts)) {
      const read = await readScript(join(path, name));
      if (typeof read === 'string')
        files.push({ name: basename(name, '.ts'), path: join(path, name), code: read });
      else warnings.push(`${join(path, name)} is no tool: ${read.problem}`);
    }
  } catch (error) {
    const code = errorCode(error) ?? 'unknown error';
    if (code !== 'ENOENT' && code !== 'ENOTDIR') warnings.push(`${path} cannot be read (${code}).`);
  }
  return { files, warnings };
}

/** Creates a file. Returns false and writes nothing if the path already exists, as a new file or a link. */
export async function createScriptFile(path: string, code: string): Promise<boolean> {
  try {
    await writeFile(path, code, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Opens the file without following a link, and without blocking if it has become a pipe meanwhile. */
async function readScript(path: string): Promise<string | { readonly problem: string }> {
  try {
    await using file = await open(path, constants.O_RDONLY | (noFollow ?? 0) | (noWait ?? 0));
    const stat = await file.stat();
    if (!stat.isFile()) return { problem: 'it is no file.' };
    if (stat.size > fileLimits.bytes)
      return { problem: `it has more than ${grouped(fileLimits.bytes)} bytes.` };
    // Bytes that are appended meanwhile are read the next time.
    const buffer = Buffer.alloc(stat.size);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
  } catch (error) {
    return { problem: `it cannot be read (${errorCode(error) ?? 'unknown error'}).` };
  }
}

function isWithin(path: string, folder: string): boolean {
  return (
    path === folder || path.startsWith(folder.replace(/[/\\]?$/, process.platform === 'win32' ? '\\' : '/'))
  );
}
