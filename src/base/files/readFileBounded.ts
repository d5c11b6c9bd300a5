// Reads a file that may be of any kind: reading a device may never end, and opening a pipe without a writer may block.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { exceededJsonLimit } from '../jsonLimits.ts';
import { parseExact } from '../exactJson.ts';

/** Flag with which opening a pipe does not wait for its other end. Windows has no such flag. */
const withoutWaiting = (constants.O_NONBLOCK as number | undefined) ?? 0;

/** Reads the file as it was when opened. Rejects as `openFile`, and for more than `mostBytes` bytes. */
export async function readFileBounded(file: string, mostBytes: number): Promise<Buffer> {
  const opened = await openFile(file);
  await using _closing = opened.handle;
  return await readOpened(opened, mostBytes);
}

/** Reads an open file and leaves it open. Rejects as `readFileBounded` does. */
export async function readOpened({ handle, size }: OpenedFile, mostBytes: number): Promise<Buffer> {
  if (size > mostBytes) throw new Error(`it has ${size} bytes; the limit is ${mostBytes}`);
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(bytes, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

/**
 * Reads JSON within the general limits and does not check its content. Rejects as `readFileBounded` does, and if the
 * content is not JSON within these limits.
 */
export async function readJsonBounded(file: string, mostBytes: number): Promise<unknown> {
  const text = (await readFileBounded(file, mostBytes)).toString();
  const excess = exceededJsonLimit(text);
  if (excess !== undefined) throw new Error(excess);
  return parseExact(text);
}

interface OpenedFile {
  readonly handle: FileHandle;
  /** Size in bytes at the time of opening. */
  readonly size: number;
  /** Number of the file in its file system. A file that replaces another has another number. */
  readonly ino: number;
}

/**
 * Opens a file, which the caller must close. `flags` are added to `O_RDONLY`. Rejects with file system errors, and if
 * the path is not a file.
 */
export async function openFile(file: string, flags = 0): Promise<OpenedFile> {
  const handle = await open(file, constants.O_RDONLY | withoutWaiting | flags);
  const found = await handle.stat().catch(() => undefined);
  if (found?.isFile() === true) return { handle, size: found.size, ino: found.ino };
  await handle.close();
  throw new Error('it is not a file');
}
