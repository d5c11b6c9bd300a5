// Writes a file whole or not at all: the process may end in between, and another may write the same file.
import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How the name of a file that was not finished ends. */
export const draftSuffix = '.draft';

/** Makes the folder where there is none, for its user alone if the file is. Rejects as the file system does, and leaves no draft behind then. */
export async function writeFileAtomic(file: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
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

/** Whether it is a symbolic link, wherever that leads. Never rejects. */
export async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
}

/** Whether the file system says that a file or folder is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
