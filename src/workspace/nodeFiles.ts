// Accesses the workspace's files through Node's file system: for the terminal, and for folders of the editor that are
// on a disk.
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, realpath, rename, lstat, rm } from 'node:fs/promises';
import { createReadStream, type Dirent, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isLink, isMissing } from '../base/files/writeFileAtomic.ts';
import { folderNames } from '../base/folderNames.ts';
import type { Entry, EntryKind, FileLocation, ResolvedLocation, WorkspaceFiles } from './workspaceFiles.ts';

/** Number of bytes that are read at a time. Counting the lines of more of them at once would hold the host. */
const STREAMED_BYTES = 256 * 1024;

export class NodeFiles implements WorkspaceFiles {
  readonly #roots: readonly string[];

  /** `roots`: absolute paths of the workspace folders. */
  constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  folders(): readonly string[] {
    return folderNames(this.#roots.map((root) => basename(root)));
  }

  resolveLinks(location: FileLocation): Promise<ResolvedLocation> {
    return resolveLinksOnDisk(this.#root(location), location);
  }

  async stat(location: FileLocation): Promise<{ readonly kind: EntryKind; readonly size: number }> {
    const stats = await lstat(this.#file(location));
    return { kind: kindOf(stats), size: stats.size };
  }

  read(location: FileLocation): Promise<Uint8Array> {
    return readFile(this.#file(location));
  }

  stream(location: FileLocation): AsyncIterable<Uint8Array> | undefined {
    return streamOnDisk(this.#file(location));
  }

  /**
   * Writes a replacement beside the file and renames it over the file, so that no reader sees half of it. Rejects if
   * the file is read-only, which would not prevent the renaming.
   */
  async write(location: FileLocation, bytes: Uint8Array, how: 'create' | 'replace'): Promise<void> {
    const file = this.#file(location);
    if (how === 'create') {
      await mkdir(dirname(file), { recursive: true });
      return writeNew(file, bytes, 0o666);
    }
    await (await open(file, 'r+')).close();
    const beside = join(dirname(file), `.${randomUUID()}.tmp`);
    const { mode } = await lstat(file);
    await writeNew(beside, bytes, mode);
    try {
      // The umask of this process took rights away that the file may have.
      await chmod(beside, mode);
      await rename(beside, file);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }

  async list(location: FileLocation): Promise<readonly Entry[]> {
    const entries = await readdir(this.#file(location), { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  }

  #root({ folder }: FileLocation): string {
    const root = this.#roots[folder];
    if (root === undefined) throw new RangeError(`No workspace folder ${folder}.`);
    return root;
  }

  #file(location: FileLocation): string {
    return join(this.#root(location), ...location.path.split('/'));
  }
}

export function streamOnDisk(file: string): AsyncIterable<Uint8Array> {
  // bytes, since no encoding is set
  return createReadStream(file, { highWaterMark: STREAMED_BYTES }) as AsyncIterable<Uint8Array>;
}

/**
 * Follows the links of a location below `root`. A dangling link is `outside`, since a write through it may create a
 * file anywhere.
 */
export async function resolveLinksOnDisk(root: string, location: FileLocation): Promise<ResolvedLocation> {
  const file = join(root, ...location.path.split('/'));
  try {
    const path = relative(await realpath(root), await realpath(file));
    if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return { kind: 'outside' };
    return { kind: 'inside', location: { folder: location.folder, path: path.split(sep).join('/') } };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { kind: (await isLink(file)) ? 'outside' : 'missing' };
  }
}

/** Deletes the file if writing fails. */
async function writeNew(file: string, bytes: Uint8Array, mode: number): Promise<void> {
  await using handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

function kindOf(entry: Dirent | Stats): EntryKind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}
