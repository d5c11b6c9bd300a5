// Reads a glob as a script writes it. One that can match nothing is refused: an empty answer would say that there are no such files.
import { quoted } from './parsePath.ts';
import { WorkspaceError } from './workspaceError.ts';

/** Relative to where paths begin: without `./`; a folder, written with a `/` at its end, is all that is in it. Throws `WorkspaceError`. */
export function parseGlob(text: string): string {
  const problem = problemOf(text);
  if (problem !== undefined)
    throw new WorkspaceError(`The glob ${quoted(text)} ${problem}. Write it relative to the workspace folder, like "src/**/*.ts".`);
  return text
    .replace(/^(?:\.\/+)+/, '')
    .replace(/^\.?$/, '**')
    .replace(/\/+$/, '/**');
}

function problemOf(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.startsWith('/')) return 'is absolute';
  if (text.includes('\\')) return 'has a backslash; names are joined by /';
  return text.split('/').includes('..') ? 'leads out of the workspace folder' : undefined;
}
