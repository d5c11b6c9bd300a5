// Reads a file that may be anything: a device has no end, a pipe without a writer no beginning.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { exceededJsonLimit } from '../base/jsonLimits.ts';
import { parseExact } from '../base/exactJson.ts';

/** Opening a pipe does not wait for its other end. Windows has no such flag. */
const withoutWaiting = (constants.O_NONBLOCK as number | undefined) ?? 0;

/** As long as it was when it was opened. Rejects as the file system does, and for what is no file or has more than `mostBytes`. */
export async function readFileBounded(file: string, mostBytes: number): Promise<Buffer> {
  const opened = await openFile(file);
  try {
    return await readOpened(opened, mostBytes);
  } finally {
    await opened.handle.close();
  }
}

/** The same of a file that is open, and stays so. */
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

/** JSON within our limits, still to be guarded. Rejects as `readFileBounded` does, and for what is no such JSON. */
export async function readJsonBounded(file: string, mostBytes: number): Promise<unknown> {
  const text = (await readFileBounded(file, mostBytes)).toString();
  const excess = exceededJsonLimit(text);
  if (excess !== undefined) throw new Error(excess);
  return parseExact(text);
}

interface OpenedFile {
  readonly handle: FileHandle;
  /** When it was opened, in bytes. */
  readonly size: number;
}

/** To be closed. `flags`: more than `O_RDONLY`. Rejects as the file system does, and for what is no file. */
export async function openFile(file: string, flags = 0): Promise<OpenedFile> {
  const handle = await open(file, constants.O_RDONLY | withoutWaiting | flags);
  const found = await handle.stat().catch(() => undefined);
  if (found?.isFile() === true) return { handle, size: found.size };
  await handle.close();
  throw new Error('it is not a file');
}
