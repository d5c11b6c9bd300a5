// Reads and replaces a file of another program. Reading is limited in size, a replacement is atomic, and a backup of
// the earlier content stays beside the file. Links are followed, so a file that a person keeps elsewhere stays linked.
import { realpath, stat, writeFile } from 'node:fs/promises';
import { readFileBounded } from '../base/files/readFileBounded.ts';
import { isLink, isMissing, writeFileAtomic } from '../base/files/writeFileAtomic.ts';
import { errorMessage } from '../base/errorMessage.ts';

export type ConfigFile =
  | { readonly kind: 'file'; readonly text: string; readonly path: string; readonly mode: number }
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'unusable'; readonly path: string; readonly why: string };

/** Maximum size in bytes. Claude Code keeps its history in the same file. */
const mostBytes = 32 * 1024 * 1024;

export async function readConfigFile(named: string): Promise<ConfigFile> {
  try {
    const path = await realpath(named);
    const found = await stat(path);
    const { mode, uid } = found;
    const unusable = (why: string): ConfigFile => ({ kind: 'unusable', path, why });
    if (!found.isFile()) return unusable('it is no file');
    if (process.getuid !== undefined && uid !== process.getuid())
      return unusable('it belongs to another user');
    const bytes = await readFileBounded(path, mostBytes);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: 'file', path, mode: mode & 0o777, text };
  } catch (error) {
    if (isMissing(error))
      return (await isLink(named))
        ? { kind: 'unusable', path: named, why: 'its link leads nowhere' }
        : { kind: 'missing', path: named };
    const why = error instanceof TypeError ? 'it is no UTF-8' : errorMessage(error);
    return { kind: 'unusable', path: named, why };
  }
}

/** Returns the real path, or `named` itself if nothing exists there. */
export function whereLinksLead(named: string): Promise<string> {
  return realpath(named).catch(() => named);
}

/**
 * Replaces the file and returns the path of the backup, which only its user can read; undefined if the file was
 * missing. Rejects with the errors of the file system, and if the file has changed since `file` was read.
 */
export async function replaceConfigFile(
  file: Exclude<ConfigFile, { kind: 'unusable' }>,
  text: string,
): Promise<string | undefined> {
  const current = await readConfigFile(file.path);
  const isSame =
    current.kind === file.kind &&
    (file.kind === 'missing' || ('text' in current && current.text === file.text));
  if (!isSame) throw new Error(`${file.path} changed meanwhile; try again`);
  if (file.kind === 'missing') {
    await writeFileAtomic(file.path, text);
    return undefined;
  }
  const copy = `${file.path}.${new Date().toISOString().replaceAll(/[:.]/g, '-')}.bak`;
  // The backup is never readable for other users: it keeps the keys in the client's file for longer than the file
  // itself.
  await writeFile(copy, file.text, { flag: 'wx', mode: 0o600 });
  await writeFileAtomic(file.path, text, file.mode);
  return copy;
}
