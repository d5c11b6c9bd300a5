// Makes folders with data of runs private to their user, even if they were left readable by others.
import { chmod, mkdir, stat } from 'node:fs/promises';

/** Creates the folder with its parents, and removes the access of others. Rejects with file system errors. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // On Windows the folder inherits the permissions of the profile.
  if (process.platform === 'win32') return;
  const { mode } = await stat(folder);
  // The mode of another user's folder cannot be changed, but the files in it have mode 0600.
  if ((mode & 0o077) !== 0) await chmod(folder, 0o700).catch(() => undefined);
}
