// Where a process listens for programs of its own user: a socket in a new folder that no other user can enter.
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes of a socket's path on macOS, where they are fewest (104 with the zero at the end). */
const longestPath = 103;
const prefix = 'code-mode-socket-';
const socketName = 'mcp';
/** What `mkdtemp` adds. */
const randomPart = 'XXXXXX';
/** Folders of processes that ended without a word, of which so many are looked at in one place, and of these so many of this user are tried. */
const mostNames = 2_000;
const mostStale = 50;

export interface SocketFolder {
  /** Where to make the socket. */
  readonly socket: string;
  /** Takes the folder away. */
  remove(): Promise<void>;
}

/**
 * Undefined where there is no place for one: on Windows, or where each path would be too long. `places`: absolute paths, the best first; by
 * default that of the user's session, and those for temporary files.
 */
export async function makeSocketFolder(places = usualPlaces()): Promise<SocketFolder | undefined> {
  for (const place of places) {
    const beginning = join(place, prefix);
    if (Buffer.byteLength(join(beginning + randomPart, socketName)) > longestPath) continue;
    try {
      const folder = await mkdtemp(beginning);
      // The process's mask takes rights away, and some file systems give all.
      await chmod(folder, 0o700);
      if (await isOursAlone(folder))
        return { socket: join(folder, socketName), remove: () => rm(folder, { recursive: true, force: true }) };
      await rm(folder, { recursive: true, force: true });
    } catch {
      // There may be no such place, or it may not be written to.
    }
  }
  return undefined;
}

/** Takes away what processes have left that were killed: folders of this user where no process listens any more. Never rejects. */
export async function removeStaleSockets(places = usualPlaces()): Promise<void> {
  for (const place of new Set(places)) {
    const names = await readdir(place).catch(() => []);
    const folders = names.filter((name) => name.startsWith(prefix)).map((name) => join(place, name));
    // Others may have made many in a place that all users share.
    const ours: string[] = [];
    for (const folder of folders.slice(0, mostNames)) {
      if (ours.length < mostStale && (await isOursAlone(folder))) ours.push(folder);
    }
    await Promise.all(
      ours.map(async (folder) => {
        // What cannot be taken away stays.
        if (await isAbandoned(join(folder, socketName))) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
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

/** There is a socket, and who listened there is gone. A folder without one may be about to get it. */
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
