// Creates files with private content that a user names: the trace of a run, or an exported run. Checks that a file is
// private to its user.
import { closeSync, fchmodSync, fstatSync, openSync } from 'node:fs';
import { errorCode } from '../errorMessage.ts';

const ownerOnly = 0o600;

/**
 * Creates an empty file that only its user can read, even if an existing file was readable by others. A terminal, a
 * pipe or a device stays unchanged. Throws file system errors.
 */
export function makePrivateFile(file: string): void {
  const descriptor = openSync(file, 'w', ownerOnly);
  try {
    const status = fstatSync(descriptor);
    const isOpen = status.isFile() && (status.mode & 0o777) !== ownerOnly;
    // On Windows the file inherits the permissions of its folder.
    if (isOpen && process.platform !== 'win32') closeToOthers(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Files of another user and file systems without modes stay unchanged, because the user chose them. */
function closeToOthers(descriptor: number): void {
  try {
    fchmodSync(descriptor, ownerOnly);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EPERM' && code !== 'ENOTSUP') throw error;
  }
}

/** True if only this user can use the file. On Windows, the rights of the user's profile protect it. */
export function isPrivate({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean {
  return process.platform === 'win32' || ((mode & 0o077) === 0 && uid === process.getuid?.());
}
