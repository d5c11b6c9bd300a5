// Folders of what runs left behind are for their user alone, also where an earlier program, or a copy, left them open.
import { chmod, mkdir, stat } from 'node:fs/promises';

/** Makes the folder, with those above it, and closes it for others where it is open. Rejects as the file system does. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Windows has the rights of the profile instead.
  if (process.platform === 'win32') return;
  const { mode } = await stat(folder);
  // Of another user's folder the mode cannot be changed; what is in it is 0600.
  if ((mode & 0o077) !== 0) await chmod(folder, 0o700).catch(() => undefined);
}
