// Reads files as text, which is UTF-8 here.
import type { FileLocation, WorkspaceFiles } from './workspaceFiles.ts';

/**
 * Undefined if the bytes are not UTF-8 or contain a NUL. Keeps a byte order mark, so that an edit does not remove it.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Reads a small file that a tool encounters and can do without, without a byte order mark, which belongs to no line.
 * Undefined if the file is not text, has more than `most` bytes, cannot be read, or was deleted meanwhile.
 */
export async function textOfSmall(
  files: WorkspaceFiles,
  location: FileLocation,
  most: number,
): Promise<string | undefined> {
  try {
    const { size } = await files.stat(location);
    return size > most ? undefined : decodeText(await files.read(location))?.replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}
