// Files that a user names for what is theirs alone: the trace of a run, an exported run.
import { closeSync, fchmodSync, fstatSync, openSync } from 'node:fs';

const ownerOnly = 0o600;

/**
 * Makes an empty file for its user alone, also where there was one that others could read. A terminal, a pipe or a
 * device stays as it is. Throws as the file system does.
 */
export function makePrivateFile(file: string): void {
  const descriptor = openSync(file, 'w', ownerOnly);
  try {
    const status = fstatSync(descriptor);
    const isOpen = status.isFile() && (status.mode & 0o777) !== ownerOnly;
    // Windows has the rights of the folder instead.
    if (isOpen && process.platform !== 'win32') closeToOthers(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Another user's file, and a file system without modes, stay as they are: the user chose them. */
function closeToOthers(descriptor: number): void {
  try {
    fchmodSync(descriptor, ownerOnly);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EPERM' && code !== 'ENOTSUP') throw error;
  }
}
