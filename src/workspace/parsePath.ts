// Parses a path that a script wrote, and refuses forms that some operating system could read differently.
import { WorkspaceError, type FileLocation } from './workspaceFiles.ts';

const LONGEST_PATH = 4_096;

/**
 * Parses `src/app.ts`, or `<folder>/src/app.ts` if there are several workspace folders. Resolves `..` first. Throws
 * `WorkspaceError`.
 */
export function parsePath(text: string, folders: readonly string[]): FileLocation {
  const problem = problemOf(text);
  if (problem !== undefined)
    throw new WorkspaceError(`Path ${quotedPath(text)} ${problem}. Use a relative one, like "src/app.ts".`);
  const names = plainNames(text);
  if (folders.length <= 1) return { folder: 0, path: names.join('/') };
  const [first, ...rest] = names;
  const folder = folders.indexOf(first ?? '');
  if (folder < 0) {
    throw new WorkspaceError(
      `Path ${quotedPath(text)} must begin with a workspace folder: ${folders.map(quotedPath).join(', ')}.`,
    );
  }
  return { folder, path: rest.join('/') };
}

/** Returns the location in the form that scripts use. */
export function pathText({ folder, path }: FileLocation, folders: readonly string[]): string {
  if (folders.length <= 1) return path === '' ? '.' : path;
  return [folders[folder] ?? '', path].filter((part) => part !== '').join('/');
}

/** Returns the location of the entry with this name in a folder. */
export function inside({ folder, path }: FileLocation, name: string): FileLocation {
  return { folder, path: path === '' ? name : `${path}/${name}` };
}

export function quotedPath(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}

function problemOf(text: string): string | undefined {
  if (text.length > LONGEST_PATH) return `exceeds ${LONGEST_PATH} characters`;
  if (!text.isWellFormed()) return 'is malformed Unicode';
  if (/\p{Cc}/u.test(text)) return 'has a control character';
  if (text.includes('\\')) return 'has a backslash; use /';
  if (text.startsWith('/')) return 'is absolute';
  if (text.startsWith('~')) return 'begins with ~';
  // The colon of a drive, of a URL, or of a stream of an NTFS file.
  if (text.includes(':')) return 'has a colon';
  // Windows drops dots and spaces at the end of a name: `.git.` is `.git` there.
  if (text.split('/').some((name) => !/^\.{0,2}$/.test(name) && /[. ]$/.test(name)))
    return 'has a name ending in a dot or space';
  return undefined;
}

function plainNames(text: string): string[] {
  const names: string[] = [];
  for (const name of text.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined)
      throw new WorkspaceError(`Path ${quotedPath(text)} leads outside the workspace.`);
  }
  return names;
}
