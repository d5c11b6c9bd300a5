// Matches paths against globs, in time that the lengths of pattern and path bound.
import { expandBraces, literalStart, matchesSequence } from '../base/globs/globSyntax.ts';
import { quoted } from './parsePath.ts';
import { WorkspaceError } from './workspaceFiles.ts';

/**
 * `*` and `?` stay within one name, `**` as a whole name stands for any number of names, `{a,b}` for either. Everything else is itself:
 * `app/[id].ts` is a file of that name.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const names = path.split('/');
  return expandBraces(pattern).some((plain) => matchesSequence(plain.split('/'), names, (name) => name === '**', matchesName));
}

/** Whether one of the globs matches the path or a folder above it. */
export function isAtOrBelow(globs: readonly string[], path: string): boolean {
  return globs.some((glob) => matchesGlob(`${glob.replace(/\/$/, '')}/**`, path));
}

/** Whether one of the globs matches, and none of those that begin with `!`. */
export function isChosen(globs: readonly string[], path: string): boolean {
  if (globs.some((glob) => glob.startsWith('!') && isDenied(glob.slice(1), path))) return false;
  return globs.some((glob) => !glob.startsWith('!') && matchesGlob(glob, path));
}

/** By a glob that cannot be read, too: it denies all that begins like it, since it may have meant that. */
function isDenied(glob: string, path: string): boolean {
  const relative = glob.replace(/^(?:\.?\/+)+/, '');
  if (problemOf(relative) === undefined && expandBraces(relative).length > 0) return matchesGlob(relative.replace(/\/+$/, '/**'), path);
  return relative.split('/').includes('..') || path.startsWith(literalStart(relative));
}

function matchesName(pattern: string, name: string): boolean {
  const [start = '', end, ...more] = pattern.split('*');
  // Nearly all patterns have one star or none, and are compared with very many names.
  if (more.length === 0 && !pattern.includes('?')) {
    if (end === undefined) return name === start;
    return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
  }
  return matchesSequence(
    Array.from(pattern),
    Array.from(name),
    (sign) => sign === '*',
    (sign, character) => sign === '?' || sign === character,
  );
}

/** Relative to where paths begin: without `./`; a folder, written with a `/` at its end, is all that is in it. Throws `WorkspaceError`. */
export function parseGlob(text: string): string {
  const problem = problemOf(text);
  if (problem !== undefined) throw new WorkspaceError(`Glob ${quoted(text)} ${problem}. Use a relative one, like "src/**/*.ts".`);
  return text
    .replace(/^(?:\.\/+)+/, '')
    .replace(/^\.?$/, '**')
    .replace(/\/+$/, '/**');
}

function problemOf(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.startsWith('/')) return 'is absolute';
  if (text.includes('\\')) return 'has a backslash; use /';
  return text.split('/').includes('..') ? 'leads outside the workspace' : undefined;
}
