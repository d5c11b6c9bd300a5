// Writes a file atomically, because the process may end during the write and another process may write the same file.
import { randomUUID } from 'node:crypto';
import { chmod, link, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../errorMessage.ts';

/** Suffix of unfinished files. */
export const draftSuffix = '.draft';

/** Creates the folder, as private as the file, if there is none. Rejects with file system errors; leaves no draft. */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: (mode & 0o077) === 0 ? 0o700 : 0o777 });
  const draft = `${file}.${randomUUID()}${draftSuffix}`;
  try {
    await writeFile(draft, content, { mode: 0o600 });
    if (mode !== 0o600) await chmod(draft, mode);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Creates a file with its content, readable only by its user, in an existing folder. Resolves to false if the file
 * exists already. Rejects with file system errors. Leaves no draft.
 */
export async function createFileAtomic(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}${draftSuffix}`;
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600 });
    await link(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** True if the path is a symbolic link, whatever its target is. Never rejects. */
export async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
}

/** True if the error says that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}
