// The files of saved scripts as they are now: plain files of a folder, without its folders. Whoever can write there may be hostile, so that
// links are not followed and everything is bounded.
import { constants } from 'node:fs';
import { open, opendir, realpath, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isScriptFileName } from './scriptNames.ts';

/** A folder whose scripts are tools. */
export interface ScriptFolder {
  /** Absolute. */
  readonly path: string;
  /** The folder must be within this one even where links lead out of it, as that of a workspace. */
  readonly within?: string;
}

export interface ScriptFile {
  /** Without the extension. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly code: string;
}

/** Windows has none of them. */
const [noFollow, noWait] = [constants.O_NOFOLLOW, constants.O_NONBLOCK] as readonly (number | undefined)[];

/** Of one folder. */
const fileLimits = { entries: 1_000, scripts: 200, bytes: 262_144 } as const;

/** The scripts in the order of their names; `warnings`: one line each. A folder that is not there has none. Never rejects. */
export async function readScriptFolder({ path, within }: ScriptFolder): Promise<{
  readonly files: readonly ScriptFile[];
  readonly warnings: readonly string[];
}> {
  const files: ScriptFile[] = [];
  const warnings: string[] = [];
  try {
    if (within !== undefined && !isWithin(await realpath(path), await realpath(within)))
      return { files, warnings: [`${path} is not read: it is a link that leads out of ${within}.`] };
    const { names, isWhole } = await scriptNames(path);
    if (!isWhole) warnings.push(`${path}: only ${fileLimits.entries.toLocaleString('en-US')} of its entries are read.`);
    if (names.length > fileLimits.scripts) warnings.push(`${path}: only the first ${fileLimits.scripts} scripts are tools.`);
    for (const name of names.slice(0, fileLimits.scripts)) {
      const read = await readScript(join(path, name));
      if (typeof read === 'string') files.push({ name: basename(name, '.ts'), path: join(path, name), code: read });
      else warnings.push(`${join(path, name)} is no tool: ${read.problem}`);
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') warnings.push(`${path} cannot be read (${codeOf(error)}).`);
  }
  return { files, warnings };
}

/** False, and nothing is written, where there is something at the path: a file that came meanwhile, or a link. */
export async function createScriptFile(path: string, code: string): Promise<boolean> {
  try {
    await writeFile(path, code, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function scriptNames(path: string): Promise<{ readonly names: readonly string[]; readonly isWhole: boolean }> {
  const names: string[] = [];
  let entries = 0;
  for await (const entry of await opendir(path)) {
    if (++entries > fileLimits.entries) break;
    if (entry.isFile() && isScriptFileName(entry.name)) names.push(entry.name);
  }
  return { names: names.sort(), isWhole: entries <= fileLimits.entries };
}

/** Opened without following a link, and without waiting where it has become a pipe meanwhile. */
async function readScript(path: string): Promise<string | { readonly problem: string }> {
  try {
    await using file = await open(path, constants.O_RDONLY | (noFollow ?? 0) | (noWait ?? 0));
    const stat = await file.stat();
    if (!stat.isFile()) return { problem: 'it is no file.' };
    if (stat.size > fileLimits.bytes) return { problem: `it has more than ${fileLimits.bytes.toLocaleString('en-US')} bytes.` };
    // What is written meanwhile is read the next time.
    const buffer = Buffer.alloc(stat.size);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
  } catch (error) {
    return { problem: `it cannot be read (${codeOf(error)}).` };
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.replace(/[/\\]?$/, process.platform === 'win32' ? '\\' : '/'));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
