// Creates a socket for programs of the same user, in a new folder that no other user can enter.
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum length of a socket's path in bytes. macOS has the smallest maximum (104 with the terminating zero). */
const longestPath = 103;
const prefix = 'code-mode-socket-';
const socketName = 'mcp';
/** Stands for the characters that `mkdtemp` appends. */
const randomPart = 'XXXXXX';
/**
 * Limits for the removal of folders of processes that did not clean up: the folders that are examined per location, and
 * of these the folders of this user whose sockets are tried.
 */
const mostNames = 2_000;
const mostStale = 50;

export interface SocketFolder {
  /** Path at which to create the socket. */
  readonly socket: string;
  remove(): Promise<void>;
}

/**
 * Creates the folder in the first of `places` that allows one; undefined on Windows, and if every path would be too
 * long. `places` are absolute paths in order of preference. By default they are the folder of the user's session and
 * the folders for temporary files.
 */
export async function makeSocketFolder(places = usualPlaces()): Promise<SocketFolder | undefined> {
  for (const place of places) {
    const beginning = join(place, prefix);
    if (Buffer.byteLength(join(beginning + randomPart, socketName)) > longestPath) continue;
    try {
      const folder = await mkdtemp(beginning);
      // The umask of the process may have removed rights, and some file systems grant all rights.
      await chmod(folder, 0o700);
      if (await isOursAlone(folder))
        return {
          socket: join(folder, socketName),
          remove: () => rm(folder, { recursive: true, force: true }),
        };
      await rm(folder, { recursive: true, force: true });
    } catch {
      // The place may not exist, or may not be writable.
    }
  }
  return undefined;
}

/**
 * Removes folders that killed processes have left: folders of this user whose socket no process listens at any more.
 * Never rejects.
 */
export async function removeStaleSockets(places = usualPlaces()): Promise<void> {
  for (const place of new Set(places)) {
    const names = await readdir(place).catch(() => []);
    const folders = names.filter((name) => name.startsWith(prefix)).map((name) => join(place, name));
    // Other users may have created many such folders in a place that all users share.
    const ours: string[] = [];
    for (const folder of folders.slice(0, mostNames)) {
      if (ours.length < mostStale && (await isOursAlone(folder))) ours.push(folder);
    }
    await Promise.all(
      ours.map(async (folder) => {
        // A folder that cannot be removed stays.
        if (await isAbandoned(join(folder, socketName)))
          await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      }),
    );
  }
}

function usualPlaces(): readonly string[] {
  if (process.platform === 'win32') return [];
  const { XDG_RUNTIME_DIR: session } = process.env;
  return [...(session === undefined || session === '' ? [] : [session]), tmpdir(), '/tmp'];
}

/** A folder, no link, of this user, closed to others. */
export async function isOursAlone(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && (found.mode & 0o077) === 0 && found.uid === process.getuid?.();
}

/**
 * True if the socket exists and no process listens at it. A folder without a socket may belong to a process that is
 * about to create one.
 */
async function isAbandoned(socket: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const connection = connect(socket, () => resolve(false));
  connection.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  try {
    return await promise;
  } finally {
    connection.destroy();
  }
}
