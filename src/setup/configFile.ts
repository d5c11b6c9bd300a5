// Reads and replaces the file of another program: bounded, whole or not at all, with a copy of what was there beside it. A link is
// followed, so that a file that a person keeps elsewhere stays a link.
import { realpath, stat, writeFile } from 'node:fs/promises';
import { readFileBounded } from '../storage/readFileBounded.ts';
import { isLink, isMissing, writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { errorMessage } from '../base/errorMessage.ts';

export type ConfigFile =
  | { readonly kind: 'file'; readonly text: string; readonly path: string; readonly mode: number }
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'unusable'; readonly path: string; readonly why: string };

/** Claude Code keeps its history in the same file. */
const mostBytes = 32 * 1024 * 1024;

export async function readConfigFile(named: string): Promise<ConfigFile> {
  try {
    const path = await realpath(named);
    const found = await stat(path);
    const { mode, uid } = found;
    const unusable = (why: string): ConfigFile => ({ kind: 'unusable', path, why });
    if (!found.isFile()) return unusable('it is no file');
    if (process.getuid !== undefined && uid !== process.getuid()) return unusable('it belongs to another user');
    const bytes = await readFileBounded(path, mostBytes);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: 'file', path, mode: mode & 0o777, text };
  } catch (error) {
    if (isMissing(error))
      return (await isLink(named)) ? { kind: 'unusable', path: named, why: 'its link leads nowhere' } : { kind: 'missing', path: named };
    const why = error instanceof TypeError ? 'it is no UTF-8' : errorMessage(error);
    return { kind: 'unusable', path: named, why };
  }
}

/** As it is named where nothing is there. */
export function whereLinksLead(named: string): Promise<string> {
  return realpath(named).catch(() => named);
}

/** Returns the path of the copy, which only its user can read, if there was something to copy. Rejects as the file system does, and where `file` is no longer what it was. */
export async function replaceConfigFile(
  file: Exclude<ConfigFile, { kind: 'unusable' }>,
  text: string,
  now = new Date(),
): Promise<string | undefined> {
  const current = await readConfigFile(file.path);
  const isSame = current.kind === file.kind && (file.kind === 'missing' || ('text' in current && current.text === file.text));
  if (!isSame) throw new Error(`${file.path} changed meanwhile; try again`);
  if (file.kind === 'missing') {
    await writeFileAtomic(file.path, text);
    return undefined;
  }
  const copy = `${file.path}.${now.toISOString().replaceAll(/[:.]/g, '-')}.bak`;
  // Closed to others from the first byte: what the client's file has of keys, the copy has for longer.
  await writeFile(copy, file.text, { flag: 'wx', mode: 0o600 });
  await writeFileAtomic(file.path, text, file.mode);
  return copy;
}
