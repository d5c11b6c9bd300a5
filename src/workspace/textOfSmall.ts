// Reads a small file that a tool encounters and can do without.
import { decodeText } from './decodeText.ts';
import type { FileLocation, WorkspaceFiles } from './workspaceFiles.ts';

/** Undefined if the file is not text, has more than `most` bytes, cannot be read, or was deleted meanwhile. */
export async function textOfSmall(
  files: WorkspaceFiles,
  location: FileLocation,
  most: number,
): Promise<string | undefined> {
  try {
    const { size } = await files.stat(location);
    return size > most ? undefined : decodeText(await files.read(location));
  } catch {
    return undefined;
  }
}
